import { expect, test } from 'vitest';
import { SharedResults } from './shared-results.ts';

function createResults({ bytes = 1 } = {}) {
  let clock = 0;
  let made = 0;
  const results = new SharedResults<string>({
    measure: () => bytes,
    isFailure: (result) => result === 'failed',
    now: () => clock,
  });
  const get = (key: string) =>
    results.get(key, async () => {
      made += 1;
      return String(made);
    });
  return { get, results, advance: (ms: number) => (clock += ms) };
}

test('everybody of the same second gets one result', async () => {
  const { get, advance } = createResults();
  expect(await Promise.all([get('/'), get('/'), get('/')])).toEqual(['1', '1', '1']);
  advance(999);
  expect(await get('/')).toBe('1');
  advance(1);
  expect(await get('/')).toBe('2');
  expect(await get('/faq')).toBe('3');
});

test('a failure is sent to those who wait, and to nobody after them', async () => {
  const { results, get } = createResults();
  const broken = () => Promise.reject(new Error('broken'));
  const waiting = [results.get('/', broken), results.get('/', broken)];
  for (const one of waiting) await expect(one).rejects.toThrow('broken');
  expect(await get('/')).toBe('1');
  expect(await results.get('/faq', async () => 'failed')).toBe('failed');
  expect(await get('/faq')).toBe('2');
});

test('a failure does not remove the result that came after it', async () => {
  const { results, get, advance } = createResults();
  const late = Promise.withResolvers<string>();
  const first = results.get('/', () => late.promise);
  advance(1000);
  expect(await get('/')).toBe('1');
  late.reject(new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(await get('/')).toBe('1');
});

test('the oldest result leaves when there are too many', async () => {
  const { get } = createResults();
  await get('/first');
  for (let at = 0; at < 1000; at += 1) await get(`/films/${at}`);
  expect(await get('/films/999')).toBe('1001');
  expect(await get('/first')).toBe('1002');
});

test('the oldest result leaves when they take too much memory', async () => {
  const { get } = createResults({ bytes: 30 * 1024 ** 2 });
  for (const key of ['a', 'b', 'c']) await get(key);
  expect(await get('c')).toBe('3');
  expect(await get('b')).toBe('2');
  expect(await get('a')).toBe('4');
});
