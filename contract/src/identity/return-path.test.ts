import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

const HERE = 'https://lakou.example';

test.each([
  ['/films/3?tab=reviews#top', '/films/3?tab=reviews#top'],
  ['/forum', '/forum'],
])('a user who came from %s returns there', (from, to) => {
  expect(returnPath(from, HERE)).toBe(to);
});

test.each([
  undefined,
  null,
  42,
  '',
  'films',
  'https://elsewhere.example/',
  '//elsewhere.example/films',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/films/..//elsewhere.example',
  '/%2e//elsewhere.example',
  'javascript:alert(1)',
  '/login?again',
  '/register',
  '/reset-password',
])('%j is not a valid return path: the user goes to the home page', (from) => {
  expect(returnPath(from, HERE)).toBe('/');
});

test('auth tokens from an email link are removed from the return path', () => {
  expect(returnPath('/films#access_token=a&refresh_token=b', HERE)).toBe('/films');
});
