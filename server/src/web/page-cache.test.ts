import { expect, test } from 'vitest';
import { PageBody } from './page-body.ts';
import { PageCache, type RenderedPage } from './page-cache.ts';

function createCache() {
  let clock = 0;
  let renders = 0;
  const pages = new PageCache(() => clock);
  const render = async (): Promise<RenderedPage> => {
    renders += 1;
    return { status: 200, headers: [], body: new PageBody(String(renders)) };
  };
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await pages.get(new Request(`http://lakou.test${path}`, { headers }), render)).body?.text('');
  return { get, pages, advance: (ms: number) => (clock += ms) };
}

test('visitors of the same second get one rendering of a page', async () => {
  const { get, advance } = createCache();
  expect(await Promise.all([get('/'), get('/'), get('/')])).toEqual(['1', '1', '1']);
  advance(999);
  expect(await get('/')).toBe('1');
  advance(1);
  expect(await get('/')).toBe('2');
});

test('another page, language or theme is rendered separately', async () => {
  const { get } = createCache();
  const all = [
    await get('/'),
    await get('/faq'),
    await get('/?lang=fr'),
    await get('/', { 'accept-language': 'ht' }),
    await get('/', { cookie: 'lakou-theme=light' }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(await get('/', { cookie: 'other=1; lakou-theme=light' })).toBe(all.at(-1));
});

test('a signed-in member is never sent a cached page, nor is theirs cached', async () => {
  const { get } = createCache();
  expect(await get('/', { cookie: 'lakou-hint=in' })).toBe('1');
  expect(await get('/', { cookie: 'lakou-hint=in' })).toBe('2');
  expect(await get('/', { authorization: 'Bearer x' })).toBe('3');
  expect(await get('/')).toBe('4');
});

test('a rendering that failed is not cached', async () => {
  const { pages, get } = createCache();
  const failing = pages.get(new Request('http://lakou.test/'), () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await get('/')).toBe('1');
});

test('the oldest page leaves the cache when it is full', async () => {
  const { get } = createCache();
  await get('/first');
  for (let at = 0; at < 400; at += 1) await get(`/films/${at}`);
  expect(await get('/films/399')).toBe('401');
  expect(await get('/first')).toBe('402');
});
