import { expect, test } from 'vitest';
import { networkOf, readEmail, readPhone } from './request.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', undefined],
  ['', undefined],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['  Ti.Jozèf+fim@Egzanp.TEST ', 'ti.jozèf+fim@egzanp.test'],
  ['', ''],
])('the address "%s" is read as "%s"', (given, email) => {
  expect(readEmail({ email: given })).toBe(email);
});

test.each([
  'a@b',
  'a b@c.ht',
  'a\n@b.ht',
  '"a"@b.ht',
  'a@b@c.ht',
  '@b.ht',
  'a@.',
  `${'a'.repeat(250)}@bb.ht`,
])('%j is no address', (email) => {
  expect(() => readEmail({ email })).toThrow('Unable to validate email address');
});

test('reads a phone number without its plus and spaces', () => {
  expect(readPhone({ phone: '+509 31 23 4567' })).toBe('50931234567');
});
