import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { log } from '../../log.ts';
import { newNonce } from '../nonce.ts';
import { PageBody } from '../page-body.ts';
import { Overloaded } from './overloaded.ts';
import { RenderPool } from './render-pool.ts';

/** A web app whose pages do what their address says. */
const APP = `
import { createContext, RouterContextProvider } from 'react-router';
const visitContext = createContext();
const pages = {
  async '/ok'({ fetchData, nonce }) {
    const answer = await fetchData(new Request('http://lakou.test/rest/v1/movies'));
    return '<script nonce="' + nonce + '">' + (await answer.text()) + '</script>';
  },
  '/throw'() { throw new Error('a broken page'); },
  '/exit'() { process.exit(1); },
  '/loop'() { for (;;); },
  '/memory'() { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); },
  '/environment'() { return JSON.stringify(process.env); },
};
async function loader({ request, context }) {
  const html = await pages[new URL(request.url).pathname](context.get(visitContext));
  return new Response(html, { headers: { 'content-type': 'text/html' } });
}
function contextFor(visit) {
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  return context;
}
export const entry = { module: { contextFor, default() {}, handleError() {} } };
export const routes = { page: { id: 'page', path: '*', module: { loader } } };
export const assets = { version: '1', url: '', entry: { module: '', imports: [] }, routes: {} };
export const routeDiscovery = { mode: 'initial' };
export const [basename, publicPath, future, prerender, ssr] = ['/', '/', {}, [], true];
`;
const folder = mkdtempSync(join(tmpdir(), 'lakou-web-'));
const pools: RenderPool[] = [];

beforeAll(() => {
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'server/index.js'), APP);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  vi.spyOn(log, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function newPool(threads: number, renderMs?: number, idleMs?: number): RenderPool {
  const pool = new RenderPool({ folder }, threads, renderMs, idleMs);
  pools.push(pool);
  return pool;
}

const settings = { url: 'http://lakou.test' } as PublicSettings;
const sources = {
  settings,
  fetchData: async () => new Response('films'),
  findPreviews: () => [],
  share: '198.51.100.1',
};

async function render(pool: RenderPool, address: string, given = sources): Promise<string> {
  const { page } = await pool.render({ address, cookie: '' }, given);
  return page ? (await new PageBody(page).encoded(undefined, newNonce())).toString() : '';
}

test('a page is rendered in a thread, with data from this one', async () => {
  expect(await render(newPool(1), '/ok')).toMatch(/^<script nonce="[\w-]{24}">films<\/script>$/);
});

test('a page that fails leaves its thread to the others', async () => {
  const pool = newPool(1);
  const { status, failures } = await pool.render({ address: '/throw', cookie: '' }, sources);
  expect(status).toBe(500);
  expect(failures).toHaveLength(0);
  expect(await render(pool, '/ok')).toContain('films');
  expect(log.error).not.toHaveBeenCalled();
});

test.each(['/exit', '/memory', '/loop'])(
  '%s costs its own page, and none that its thread had beside it',
  async (address) => {
    const pool = newPool(1, 5000);
    const blocked = Promise.withResolvers<Response>();
    const waiting = { ...sources, fetchData: vi.fn(async () => (await blocked.promise).clone()) };
    const neighbour = render(pool, '/ok', waiting);
    await vi.waitFor(() => expect(waiting.fetchData).toHaveBeenCalled(), 20_000);
    const lost = render(pool, address).then(
      () => 'rendered',
      () => 'lost',
    );
    const other = render(pool, '/ok');
    // The neighbour is rendered again, by itself.
    await vi.waitFor(() => expect(waiting.fetchData).toHaveBeenCalledTimes(2), 60_000);
    blocked.resolve(new Response('waited'));
    expect(await neighbour).toContain('waited');
    expect(await other).toContain('films');
    expect(await lost).toBe('lost');
    expect(pool.stats()).toMatchObject({ rendering: 0, waiting: 0 });
  },
  120_000,
);

test('pages that would wait for too long are refused at once', async () => {
  const pool = newPool(1);
  const blocked = Promise.withResolvers<Response>();
  const slow = { ...sources, fetchData: () => blocked.promise.then((answer) => answer.clone()) };
  const pages: Promise<string>[] = [];
  const ask = async () => {
    for (;;) pages.push(pool.render({ address: '/ok', cookie: '' }, slow).then(() => 'rendered'));
  };
  await expect(ask()).rejects.toThrow(Overloaded);
  expect(pool.stats().refused).toBe(1);
  blocked.resolve(new Response('late'));
  expect(new Set(await Promise.all(pages))).toEqual(new Set(['rendered']));
  expect(await render(pool, '/ok')).toContain('films');
});

/** A pool whose places are taken until `release`; the pages of `ask` are written down as they are begun. */
function busyPool() {
  const pool = newPool(1);
  const blocked = Promise.withResolvers<Response>();
  const held = { ...sources, fetchData: () => blocked.promise.then((answer) => answer.clone()) };
  const first = Array.from({ length: 4 }, () => render(pool, '/ok', held));
  const begun: string[] = [];
  const ask = (name: string, share: string) => {
    const fetchData = async () => {
      begun.push(name);
      return new Response(name);
    };
    return pool.render({ address: '/ok', cookie: name }, { ...sources, share, fetchData });
  };
  const release = () => {
    blocked.resolve(new Response('held'));
    return Promise.all(first);
  };
  return { pool, ask, begun, release };
}

test('a newcomer’s page comes before the rest of what one address searches', async () => {
  const { ask, begun, release } = busyPool();
  const searches = Array.from({ length: 20 }, (_, n) => ask(`search ${n}`, 'attacker'));
  const page = ask('page', 'newcomer');
  await release();
  await Promise.all([...searches, page]);
  expect(begun.indexOf('page')).toBeLessThan(8);
});

test('a page that somebody else waits for too comes at the first turn of both', async () => {
  const { pool, ask, begun, release } = busyPool();
  const searches = Array.from({ length: 20 }, (_, n) => ask(`search ${n}`, 'attacker'));
  const popular = ask('popular', 'attacker');
  pool.join({ address: '/ok', cookie: 'popular' }, 'visitor');
  await release();
  await Promise.all([...searches, popular]);
  expect(begun.indexOf('popular')).toBeLessThan(8);
  expect(begun).toHaveLength(21);
});

test('a queue that is too long drops the last page of who wants most, not the newcomer', async () => {
  const { pool, ask, release } = busyPool();
  const searches: Promise<unknown>[] = [];
  try {
    for (;;) searches.push(ask(`search ${searches.length}`, 'attacker'));
  } catch (error) {
    expect(error).toBeInstanceOf(Overloaded);
  }
  const last = expect(searches.at(-1)).rejects.toThrow(Overloaded);
  const page = ask('page', 'newcomer');
  await last;
  expect(pool.stats().refused).toBe(2);
  await release();
  expect((await page).status).toBe(200);
  await Promise.allSettled(searches);
});

test('a thread knows nothing of the settings', async () => {
  vi.stubEnv('METRICS_TOKEN', 'a-secret-token-for-tests');
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'compiled'));
  const environment = await render(newPool(1), '/environment');
  vi.unstubAllEnvs();
  expect(Object.keys(JSON.parse(environment)).sort()).toEqual(['NODE_COMPILE_CACHE', 'NODE_ENV']);
});

test('threads without work end, and the next page starts one', async () => {
  const pool = newPool(2, undefined, 50);
  await render(pool, '/ok');
  await expect.poll(() => pool.stats().threads, { timeout: 20_000 }).toBe(0);
  expect(await render(pool, '/ok')).toContain('films');
});

test('no page waits for ever for a pool that closes', async () => {
  const pool = newPool(1);
  const never = { ...sources, fetchData: () => new Promise<Response>(() => {}) };
  const pages = [render(pool, '/ok', never), render(pool, '/ok', never)];
  const refused = Promise.all(pages.map((page) => expect(page).rejects.toThrow('stopping')));
  await pool.close();
  await refused;
});
