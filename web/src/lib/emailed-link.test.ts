import { afterEach, expect, test, vi } from 'vitest';
import { noteLinkRequest, readEmailedLink, requestedAddress } from './emailed-link.ts';

const at = (path: string) => new URL(path, 'https://lakou.example');
const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
afterEach(() => stored.clear());

test.each(['#', '?'])('reads a link after %s', (separator) => {
  const path = `/confirm${separator}token_hash=abc&type=signup&email=ti%2Bjan%40egzanp.test&next=%2Ffilms`;
  expect(readEmailedLink(at(path))).toEqual({
    tokenHash: 'abc',
    type: 'signup',
    email: 'ti+jan@egzanp.test',
    next: '/films',
  });
});

test.each(['/confirm', '/confirm#type=signup', '/confirm#token_hash=abc', '/confirm#token_hash=abc&type=x'])(
  'reads nothing from %s',
  (path) => {
    expect(readEmailedLink(at(path))).toBeNull();
  },
);

test('knows for which address this browser asked for a link', () => {
  expect(requestedAddress('recovery')).toBeUndefined();
  noteLinkRequest('recovery', ' Ti.Jan@Egzanp.test ');
  expect(requestedAddress('recovery')).toBe('ti.jan@egzanp.test');
  expect(requestedAddress('signup')).toBeUndefined();
  stored.set('lakou-link-request', '{');
  expect(requestedAddress('recovery')).toBeUndefined();
});
