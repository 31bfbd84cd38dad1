import { expect, test } from 'vitest';
import type { ChangeNotice } from './change-notice.ts';
import type { Dependencies } from './dependencies.ts';
import { type CacheOptions, FreshCache } from './fresh-cache.ts';

const FILMS = [{ table: 'films' }];
const FILM_1 = [{ table: 'films', column: 'id', value: '1' }];

/** A cache whose time and notices the test makes. */
function openCache(options: Partial<CacheOptions> = {}) {
  const world = { now: 0, isCurrent: true, confirmed: 0, made: 0 };
  const changes = {
    now: () => world.now,
    isCurrent: () => world.isCurrent,
    confirm: async () => {
      world.confirmed += 1;
      return world.isCurrent;
    },
    follow: () => {},
  };
  const cache = new FreshCache<string>({
    name: 'test',
    changes,
    mostEntries: 3,
    mostBytes: 10_000,
    ...options,
  });
  const get = (key: string, dependencies: Dependencies | undefined, bytes = 1, keep = true) =>
    cache.get(key, async () => {
      world.made += 1;
      return { value: `${key} ${world.made}`, dependencies, bytes, keep };
    });
  return { world, cache, get };
}

const changed = (table: string, rows?: Record<string, string[]>): ChangeNotice => ({
  table,
  rows: rows && new Map(Object.entries(rows).map(([column, values]) => [column, new Set(values)])),
});

test('keeps a value for as long as nothing that it depends on changes', async () => {
  const { world, cache, get } = openCache();
  expect(await get('a', FILMS)).toBe('a 1');
  world.now = 1_000_000;
  expect(await get('a', FILMS)).toBe('a 1');
  cache.onNotice(changed('reviews'));
  expect(cache.find('a')).toBe('a 1');
  cache.onNotice(changed('films', { id: ['7'] }));
  expect(cache.find('a')).toBeUndefined();
  expect(await get('a', FILMS)).toBe('a 2');
});

test('keeps a value about one row when other rows change', async () => {
  const { cache, get } = openCache();
  await get('a', FILM_1);
  cache.onNotice(changed('films', { id: ['2'] }));
  expect(cache.find('a')).toBe('a 1');
  cache.onNotice(changed('films', { id: ['2', '1'] }));
  expect(cache.find('a')).toBeUndefined();
  await get('a', FILM_1);
  cache.onNotice(changed('films', { owner: ['9'] }));
  expect(cache.find('a'), 'the notice does not tell the column').toBeUndefined();
  await get('a', FILM_1);
  cache.onNotice(changed('films'));
  expect(cache.find('a')).toBeUndefined();
});

test('sends what depends on nothing known for a second only', async () => {
  const { world, get } = openCache();
  await get('a', undefined);
  world.now = 999;
  expect(await get('a', undefined)).toBe('a 1');
  world.now = 1000;
  expect(await get('a', undefined)).toBe('a 2');
});

test('what was made from something older is as old as that', async () => {
  const { world, cache } = openCache();
  world.now = 900;
  const made = { value: 'a', dependencies: undefined, bytes: 1, readAfter: 100 };
  await cache.get('a', async () => made);
  world.now = 1099;
  expect(cache.find('a')).toBe('a');
  world.now = 1100;
  expect(cache.find('a')).toBeUndefined();
});

test('sends nothing older than a second while notices are in doubt', async () => {
  const { world, cache, get } = openCache();
  await get('a', FILMS);
  world.now = 5_000;
  world.isCurrent = false;
  expect(cache.find('a')).toBeUndefined();
  expect(await get('a', FILMS)).toBe('a 2');
  expect(world.confirmed).toBe(1);
  world.now = 5_999;
  expect(await get('a', FILMS)).toBe('a 2');
});

test('what is being made, or in doubt, is found a moment later', async () => {
  const { world, cache, get } = openCache();
  expect(cache.findLater('a')).toBeUndefined();
  const making = get('a', FILMS);
  expect(await cache.findLater('a')).toBe('a 1');
  await making;
  expect(cache.findLater('a'), 'it is there').toBeUndefined();
  world.now = 5_000;
  world.isCurrent = false;
  const later = cache.findLater('a');
  world.isCurrent = true;
  expect(await later).toBe('a 1');
  expect(world.confirmed).toBe(1);
  world.isCurrent = false;
  expect(await cache.findLater('a'), 'not confirmed').toBeUndefined();
});

test('what fails while others wait for it is not found', async () => {
  const { cache } = openCache();
  const failing = cache.get('a', () => Promise.reject(new Error('broken')));
  const later = cache.findLater('a');
  await expect(failing).rejects.toThrow('broken');
  expect(await later).toBeUndefined();
});

test('makes a value once for all who ask meanwhile', async () => {
  const { get } = openCache();
  expect(await Promise.all([get('a', FILMS), get('a', FILMS)])).toEqual(['a 1', 'a 1']);
});

test('does not keep what changed while it was being made', async () => {
  const { world, cache } = openCache();
  const { promise, resolve } = Promise.withResolvers<void>();
  const making = cache.get('a', async () => {
    await promise;
    return { value: 'old', dependencies: FILM_1, bytes: 1 };
  });
  cache.onNotice(changed('films', { id: ['1'] }));
  resolve();
  expect(await making).toBe('old');
  expect(cache.find('a')).toBeUndefined();
  world.now = 2_000;
  expect(await cache.get('a', async () => ({ value: 'new', dependencies: FILM_1, bytes: 1 }))).toBe('new');
});

test('who joined while something changed knows that the value is not held', async () => {
  const { cache } = openCache();
  const { promise, resolve } = Promise.withResolvers<void>();
  const make = async () => {
    await promise;
    return { value: 'old', dependencies: FILM_1, bytes: 1 };
  };
  void cache.get('a', make);
  cache.onNotice(changed('films', { id: ['1'] }));
  const joined = cache.get('a', make);
  resolve();
  expect(cache.holds('a', await joined)).toBe(false);
  expect(cache.holds('a', await cache.get('a', make))).toBe(true);
});

test('does not keep what was being made when notices were lost', async () => {
  const { cache, get } = openCache();
  const making = get('a', FILMS);
  cache.forgetAll();
  await making;
  expect(cache.find('a')).toBeUndefined();
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
});

test('after a second nobody waits for a value that may be old', async () => {
  const { world, cache } = openCache();
  const never = new Promise<never>(() => {});
  void cache.get('a', () => never);
  cache.onNotice(changed('anything'));
  world.now = 1_000;
  expect(await cache.get('a', async () => ({ value: 'new', dependencies: FILMS, bytes: 1 }))).toBe('new');
});

test('failures go to those who wait, and are not kept', async () => {
  const { cache, get } = openCache();
  await expect(cache.get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await get('a', FILMS, 1, false)).toBe('a 1');
  expect(await get('a', FILMS)).toBe('a 2');
});

test('a flood of values that nobody asks for again does not displace what was used twice', async () => {
  const { cache, get } = openCache({ mostEntries: 10, mostBytes: 1_000_000 });
  const popular = ['a', 'b', 'c', 'd', 'e'];
  for (const key of popular) await get(key, FILMS);
  for (const key of popular) expect(cache.find(key)).toBeDefined();
  for (let n = 0; n < 100; n += 1) await get(`flood ${n}`, FILMS);
  expect(popular.filter((key) => cache.find(key) !== undefined)).toEqual(popular);
});

test('what was popular gives way to what becomes popular', async () => {
  const { cache, get } = openCache({ mostEntries: 10, mostBytes: 1_000_000 });
  for (let n = 0; n < 100; n += 1) {
    await get(`page ${n}`, FILMS);
    expect(cache.find(`page ${n}`)).toBeDefined();
  }
  expect(cache.find('page 0')).toBeUndefined();
  expect(cache.find('page 98')).toBeDefined();
  expect(cache.stats().entries).toBe(10);
});

test('entries and bytes are bounded: the least recently used go first', async () => {
  const { cache, get } = openCache();
  for (const key of ['a', 'b', 'c']) await get(key, FILMS);
  expect(cache.find('a')).toBe('a 1');
  await get('d', FILMS);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true, true]);
  await get('large', FILMS, 2_400);
  await get('larger', FILMS, 2_500);
  expect(cache.stats().bytes).toBeLessThanOrEqual(10_000);
  await get('too large', FILMS, 2_501);
  expect(cache.find('too large')).toBeUndefined();
  cache.forgetAll();
  expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
});
