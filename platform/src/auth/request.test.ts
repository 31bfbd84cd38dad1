import { expect, test } from 'vitest';
import { readEmail, readPhone } from './request.ts';

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
