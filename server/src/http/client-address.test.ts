import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as IncomingMessage;

test('without a proxy the header of a caller counts for nothing', () => {
  expect(clientAddress(from('203.0.113.9', '198.51.100.1'), 0)).toBe('203.0.113.9');
});

test('behind one proxy the last entry is the caller, whatever the caller wrote before it', () => {
  expect(clientAddress(from('10.0.0.1', '198.51.100.66, 203.0.113.9'), 1)).toBe('203.0.113.9');
});

test('behind two proxies the last but one is the caller', () => {
  expect(clientAddress(from('10.0.0.1', '198.51.100.66, 203.0.113.9, 10.0.0.7'), 2)).toBe('203.0.113.9');
});

test('a request that came around the proxy counts as where it came from', () => {
  expect(clientAddress(from('203.0.113.9'), 1)).toBe('203.0.113.9');
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('a proxy that writes %s means %s', (written, address) => {
  expect(clientAddress(from('10.0.0.1', written), 1)).toBe(address);
});
