import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchUnlessEarly } from './early-read.ts';

const address = '/rest/v1/list?page=1';
const url = `http://lakou.test${address}`;
const of = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

vi.stubGlobal('location', { origin: 'http://lakou.test' });
vi.stubGlobal('fetch', async () => new Response('sent'));
afterAll(() => {
  vi.unstubAllGlobals();
  globalThis.earlyRead = undefined;
});
beforeEach(() => {
  const response = Promise.resolve(new Response('early'));
  globalThis.earlyRead = { viewer: 'one', token: 'one', address, response, shown: Promise.resolve() };
});
const answer = async (...request: Parameters<typeof fetchUnlessEarly>) =>
  (await fetchUnlessEarly(...request)).text();

test('a member’s app uses the answer that the page has requested, once', async () => {
  expect(await answer(url, of('one'))).toBe('early');
  expect(await answer(url, of('one'))).toBe('sent');
});

test('somebody else never gets the answer to a member’s request', async () => {
  expect(await answer(url, of('two'))).toBe('sent');
  expect(await answer(url)).toBe('sent');
});

test('other requests of the member are sent', async () => {
  expect(await answer(`${url}1`, of('one'))).toBe('sent');
  expect(await answer(url, { ...of('one'), method: 'DELETE' })).toBe('sent');
  globalThis.earlyRead = undefined;
  expect(await answer(url, of('one'))).toBe('sent');
});
