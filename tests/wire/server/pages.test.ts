import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import routes from '../../../web/src/routes.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let database: TestDatabase;
let server: TestServer;
let run: TestDatabase['run'];
let reads: MockInstance<TestDatabase['run']>;
beforeAll(async () => {
  database = await openTestDatabase();
  run = database.run.bind(database);
  reads = vi.spyOn(database, 'run');
  server = await startTestServer({}, database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status;
}

/** The request for the metrics is one of them. */
async function requestsInProgress(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^http_requests_in_progress (\d+)$/m.exec(text)?.[1]);
}

describe('visitors who hang up', () => {
  /** Requests a page and returns how to close the connection. */
  async function ask(path: string): Promise<() => void> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    // The same headers as those of the bystanders.
    const { host } = new URL(server.url);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-language: *\r\n\r\n`;
    await new Promise((resolve) => socket.write(request, resolve));
    return () => socket.destroy();
  }

  test('do not break the page for others', async () => {
    const statuses: number[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const path = `/forum?page=${page}`;
      const blocked = Promise.withResolvers<void>();
      reads.mockClear();
      reads.mockImplementation(async (...call) => {
        await blocked.promise;
        return run(...call);
      });
      const first = await ask(path);
      // The first page waits for a thread to start.
      await vi.waitFor(() => expect(reads).toHaveBeenCalled(), 20_000);
      const others = await Promise.all(Array.from({ length: 24 }, () => ask(path)));
      const bystanders = Array.from({ length: 5 }, () => statusOf(path));
      for (const hangUp of [first, ...others]) hangUp();
      // The server has noticed.
      await vi
        .waitFor(async () => expect(await requestsInProgress()).toBeLessThanOrEqual(5 + 1), 20_000)
        .finally(blocked.resolve);
      statuses.push(...(await Promise.all(bystanders)), await statusOf(path));
    }
    reads.mockImplementation(run);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});

interface Route {
  path?: string;
  children?: Route[];
}

/** Every path of the web app, with ids that exist. */
async function pagePaths(): Promise<string[]> {
  const [ids] = await database.query<Record<string, string>>(`select
    (select id from movies where published limit 1) as film, (select id from series where published limit 1) as series,
    (select id from episodes limit 1) as episode, (select lower(name) from movie_categories limit 1) as category,
    (select id from forum_topics limit 1) as topic, (select id from forum_categories limit 1) as "forumCategory",
    (select id from profiles limit 1) as member`);
  const { film, series, episode, category, topic, forumCategory, member } = ids ?? {};
  const known: Record<string, string | undefined> = {
    '/categories/:category': `/categories/${category}`,
    '/series/:id': `/series/${series}`,
    '/films/:id': `/films/${film}`,
    '/forum/category/:categoryId': `/forum/category/${forumCategory}`,
    '/forum/topic/:topicId': `/forum/topic/${topic}`,
    '/profile/:userId': `/profile/${member}`,
    '/watch/movie/:id': `/watch/movie/${film}`,
    '/watch/episode/:id': `/watch/episode/${episode}`,
    '/*': '/nothing/here',
  };
  const leaves = (entries: readonly Route[], before: string): string[] =>
    entries.flatMap(({ path = '', children = [] }) => {
      const here = path ? `${before}/${path}` : before;
      return children.length > 0 ? leaves(children, here) : [here || '/'];
    });
  return leaves(routes as Route[], '').map((path) => known[path] ?? path.replace(/:\w+/g, film ?? ''));
}

async function sitemapPaths(): Promise<string[]> {
  const read = async (path: string) =>
    [...(await (await fetch(server.url + path)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address]) => new URL(address ?? '').pathname,
    );
  const parts = await read('/sitemap.xml');
  return ['/sitemap.xml', ...parts, ...(await Promise.all(parts.map(read))).flat().slice(0, 12)];
}

describe('a page is rendered once', () => {
  const REQUESTS = 18;
  /** What visitors' pages have read; their pictures are rendered later, one by one. */
  const countReads = () =>
    reads.mock.calls.filter(
      ([statements, options]) =>
        options?.as?.role === 'anon' && !statements.some(({ text }) => text.includes('storage.')),
    ).length;

  /** Statements that the requests needed, and those that as many renderings need as there were seconds. */
  async function statementsFor(path: string, requests: (() => Promise<number>)[]) {
    reads.mockClear();
    await statusOf(path);
    const forOne = countReads();
    const began = performance.now();
    for (const send of requests) await send();
    const seconds = Math.ceil((performance.now() - began) / 1000);
    return { needed: countReads(), allowed: forOne * (1 + seconds), forOne };
  }

  test('whatever unknown parameters, headers and cookies come with the request', async () => {
    const paths = new Set([...(await pagePaths()), ...(await sitemapPaths())]);
    expect(paths.size).toBeGreaterThan(40);
    let measured = 0;
    for (const path of paths) {
      const variants = Array.from({ length: REQUESTS }, (_, n) => () => {
        const [query, headers] = [
          [`?x=${n}`, {}],
          [`?utm_source=${n}&page=x${n}`, {}],
          ['', { cookie: `lakou-unknown=${n}; other=${n}; lakou-theme=x${n}` }],
          ['', { 'accept-language': `x${n}, en` }],
          ['', { authorization: `Bearer ${n}`, cookie: `lakou-hint=x${n}` }],
          ['', { host: `host-${n}.example` }],
        ][n % 6] as [string, Record<string, string>];
        return statusOf(path + query, headers);
      });
      const { needed, allowed, forOne } = await statementsFor(path, variants);
      expect(needed, path).toBeLessThanOrEqual(allowed);
      if (forOne > 0) measured += 1;
    }
    // The others are made from answers of the Data API that are kept.
    expect(measured, 'many pages read something').toBeGreaterThan(10);
  }, 240_000);

  test('and page numbers beyond every list are one page', async () => {
    const { needed, allowed } = await statementsFor(
      '/forum?page=99999999',
      Array.from({ length: REQUESTS }, (_, n) => () => statusOf(`/forum?page=${10 ** 6 + n}`)),
    );
    expect(needed).toBeLessThanOrEqual(allowed);
  });
});
