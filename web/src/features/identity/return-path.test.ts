import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

const HERE = 'https://lakou.example';

test.each([
  ['/films/3?tab=reviews#top', '/films/3?tab=reviews#top'],
  ['/forum', '/forum'],
])('somebody who was at %s goes back there', (from, to) => {
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
  'javascript:alert(1)',
  '/login?again',
  '/register',
  '/reset-password',
])('nobody is led to %j: they go home', (from) => {
  expect(returnPath(from, HERE)).toBe('/');
});

test('what a mail carried in the address is not carried along', () => {
  expect(returnPath('/films#access_token=a&refresh_token=b', HERE)).toBe('/films');
});
