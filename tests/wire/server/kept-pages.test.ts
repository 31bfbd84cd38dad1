import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

let database: TestDatabase;
let server: TestServer;
let topic: string;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  topic = await newTopic('Premye tit');
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function newTopic(title: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    'insert into forum_topics (title, content, user_id) values ($1, $1, $2) returning id',
    [title, idOf.member],
  );
  return row?.id ?? '';
}

async function read(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(server.url + path, { headers, redirect: 'manual' });
  return answer.text();
}

/** Of one cache: entries, hits and misses. */
async function stats(cache: string): Promise<Record<'entries' | 'hits_total' | 'misses_total', number>> {
  const text = await read('/metrics');
  const value = (name: string) =>
    Number(new RegExp(`^cache_${name}\\{cache="${cache}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
  return { entries: value('entries'), hits_total: value('hits_total'), misses_total: value('misses_total') };
}

const withoutNonces = (html: string) => html.replace(/nonce="[\w-]{24}"|nonce-[\w-]{24}/g, 'nonce');

describe('a page that is kept', () => {
  test('is rendered once, until something on it changes', async () => {
    const path = `/forum/topic/${topic}`;
    /** Pages that were rendered for two requests, more than a second apart. */
    const rendered = async () => {
      await read(path);
      const { misses_total: before } = await stats('pages');
      await new Promise((resolve) => setTimeout(resolve, 1100));
      expect(await read(path)).toContain('Premye tit');
      return (await stats('pages')).misses_total - before;
    };
    await expect.poll(rendered, { timeout: 20_000 }).toBe(0);
    await database.query('update forum_topics set title = $2 where id = $1', [topic, 'Dezyèm tit']);
    await expect.poll(() => read(path), { timeout: 10_000 }).toContain('Dezyèm tit');
  });

  test('is never more than a second old, while others write and read', async () => {
    const path = `/forum/topic/${topic}`;
    /** When each number had been committed. */
    const committed: { number: number; at: number }[] = [];
    let isDone = false;
    const write = async () => {
      for (let number = 1; number <= 12; number += 1) {
        await database.query('update forum_topics set title = $2 where id = $1', [
          topic,
          `Nimewo ${number}.`,
        ]);
        committed.push({ number, at: performance.now() });
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      isDone = true;
    };
    const seen: { number: number; asked: number }[] = [];
    const watch = async () => {
      while (!isDone) {
        const asked = performance.now();
        const number = Number(/Nimewo (\d+)\./.exec(await read(path))?.[1] ?? 0);
        seen.push({ number, asked });
      }
    };
    await Promise.all([write(), watch(), watch(), watch()]);
    for (const { number, asked } of seen) {
      const due = committed.filter(({ at }) => at < asked - 1000).length;
      expect(number).toBeGreaterThanOrEqual(due);
    }
    expect(new Set(seen.map(({ number }) => number)).size).toBeGreaterThan(1);
  });

  test('has another nonce in each answer, and no body for HEAD', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 4; time += 1) {
      const answer = await fetch(`${server.url}/faq`);
      const [, nonce = ''] =
        /script-src 'nonce-([\w-]{24})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
      const used = new Set([...(await answer.text()).matchAll(/nonce="([\w-]{24})"/g)].map(([, it]) => it));
      expect([...used]).toEqual([nonce]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${server.url}/faq`, { method: 'HEAD' });
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
      expect(await answer.text()).toBe('');
    }
  });

  test('is the same page in every encoding', async () => {
    const texts = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip'])
      for (let time = 0; time < 3; time += 1)
        texts.add(withoutNonces(await read('/faq', { 'accept-encoding': encoding })));
    expect(texts.size).toBe(1);
  });
});

describe('a request for a kept page', () => {
  /** All that a connection answers to these bytes. */
  function exchange(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let received = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('latin1').on('data', (text: string) => (received += text));
      socket.once('error', reject).once('close', () => resolve(received));
    });
  }
  const hidden = 'GET /robots.txt HTTP/1.1\r\nhost: lakou.test\r\n\r\n';
  const last = 'HEAD /hidden-nowhere HTTP/1.1\r\nhost: lakou.test\r\nconnection: close\r\n\r\n';
  const framed = (head: string, body: string) =>
    `GET /faq HTTP/1.1\r\nhost: lakou.test\r\n${head}\r\n\r\n${body}`;

  test.each([
    ['with a length', framed(`content-length: ${hidden.length}`, hidden)],
    [
      'in chunks',
      framed('transfer-encoding: chunked', `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`),
    ],
  ])('cannot hide another request in its body, %s', async (_, request) => {
    await read('/faq');
    const answers = (await exchange(request + last)).match(/HTTP\/1\.1 \d+/g);
    // Of the page, and of the request that follows it.
    expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  test('with two lengths is refused', async () => {
    const both = framed('content-length: 5\r\ntransfer-encoding: chunked', `0\r\n\r\n${hidden}`);
    expect((await exchange(both + last)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

describe('a flood', () => {
  test('of paths, parameters and headers does not multiply the pages that are kept', async () => {
    await read('/forum');
    const before = (await stats('pages')).entries;
    const flood = Array.from({ length: 60 }, (_, n) => [
      `/forum?x=${n}`,
      `/FoRuM?y=${n}`,
      `/%66orum/?z=${n}`,
      `/nothing-${n}/here`,
      `/forum/topic/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      `/forum.php?${n}`,
    ]).flat();
    for (const [n, path] of flood.entries())
      await read(path, { 'accept-language': `x${n}`, cookie: `a=${n}; lakou-theme=${n}` });
    // The page for all addresses that do not exist.
    expect((await stats('pages')).entries).toBeLessThanOrEqual(before + 1);
  }, 120_000);
});

describe('a page shows nothing of anybody', () => {
  const marker = 'mak-prive-7f3a91';
  let session: string;

  beforeAll(async () => {
    session = await server.token({ sub: idOf.member, role: 'authenticated', aud: 'authenticated', marker });
    await database.query('update auth.users set email = $2 where id = $1', [
      idOf.member,
      `${marker}@lakou.test`,
    ]);
  });

  const header = fc.record({
    language: fc.constantFrom('', 'fr', 'ht', 'en', 'de', marker),
    theme: fc.constantFrom('', 'dark', 'light', marker),
    hint: fc.constantFrom(
      '',
      'in',
      'in.admin',
      'in.subscribed',
      'in.admin.subscribed',
      'admin',
      marker,
      `in.${marker}`,
    ),
    watching: fc.constantFrom('', '1', marker),
    styles: fc.constantFrom('', '/assets/x.css', marker),
    accept: fc.constantFrom('', 'fr', 'ht, fr;q=0.5', 'de', marker),
    session: fc.boolean(),
    path: fc.constantFrom(
      '/',
      '/films',
      '/watchlist',
      '/profile',
      '/account',
      '/forum',
      '/admin',
      '/login',
      '/subscribe',
    ),
  });

  test('whatever cookies, session, languages and roles come with the request', async () => {
    /** By what the page may depend on. */
    const known = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(header, async (given) => {
        const cookie = Object.entries(given)
          .flatMap(([name, value]) =>
            typeof value === 'string' && value && !['accept', 'path'].includes(name)
              ? `lakou-${name}=${value}`
              : [],
          )
          .concat(given.session ? [`sb-access-token=${session}`, `lakou_stream=${marker}`] : [])
          .join('; ');
        const html = await read(given.path, {
          cookie,
          ...(given.accept && { 'accept-language': given.accept }),
          ...(given.session && { authorization: `Bearer ${session}`, 'x-forwarded-for': marker }),
        });
        expect(html).not.toContain(marker);
        expect(html).not.toContain(session);
        const key = variantKey(given);
        expect(withoutPreviews(html)).toBe(known.get(key) ?? withoutPreviews(html));
        known.set(key, withoutPreviews(html));
      }),
      { numRuns: 150 },
    );
  }, 240_000);

  type Given = typeof header extends fc.Arbitrary<infer T> ? T : never;

  /** What a page depends on, written down once more. */
  function variantKey({ path, language, accept, theme, hint, watching }: Given): string {
    const marks = hint.split('.');
    const isIn = marks.includes('in');
    const ours = (name: string) => ['fr', 'ht', 'en'].includes(name);
    const chosen = ours(language) ? language : ours(accept.slice(0, 2)) ? accept.slice(0, 2) : 'en';
    const roles = isIn && [marks.includes('admin'), marks.includes('subscribed'), watching !== ''];
    return JSON.stringify([path, chosen, theme === 'light', roles]);
  }

  /** The pictures' previews come a moment later, and times of the query cache differ. */
  function withoutPreviews(html: string): string {
    return withoutNonces(html)
      .replace(/<style nonce>img\[src\*=.*?<\/style>/s, '')
      .replace(/"dataUpdatedAt":\d+|"dehydratedAt":\d+/g, '');
  }
});

describe('with more to do than can be done', () => {
  test('visitors are refused at once, while members, sign-in, films and probes are answered', async () => {
    const blocked = Promise.withResolvers<void>();
    const held = await openTestDatabase();
    const busy = await startTestServer({ OVERLOAD_REQUESTS: '4' }, held);
    const run = held.run.bind(held);
    const spy = vi.spyOn(held, 'run').mockImplementation(async (...call) => {
      if (call[1]?.as?.role === 'anon') await blocked.promise;
      return run(...call);
    });
    const visits = Array.from({ length: 5 }, (_, n) =>
      fetch(`${busy.url}/rest/v1/movies?select=id&limit=${n + 1}`),
    );
    const status = async (path: string, init?: RequestInit) => (await fetch(busy.url + path, init)).status;
    await vi.waitFor(async () => expect(await status('/rest/v1/movies?limit=9')).toBe(503), 20_000);
    const page = await fetch(`${busy.url}/forum`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toContain('text/html');
    const data = await fetch(`${busy.url}/rest/v1/movies`);
    expect(await data.json()).toMatchObject({ error: 'service_busy' });
    expect((await busy.as('member').from('movies').select('id').limit(1)).error).toBeNull();
    expect(await status('/auth/v1/settings', { headers: { apikey: busy.anonKey } })).toBe(200);
    expect(await status('/stream/nothing/master.m3u8')).toBe(404);
    expect(await status('/healthz')).toBe(200);
    blocked.resolve();
    expect((await Promise.all(visits)).map((answer) => answer.status)).toEqual(visits.map(() => 200));
    await vi.waitFor(async () => expect(await status('/rest/v1/movies?limit=9')).toBe(200), 20_000);
    spy.mockRestore();
    await busy.close();
    await held.close();
  });
});
