import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** Requests of a film that plays are not counted; what makes the database work is. */
const LIMIT = 20;
let server: TestServer;
let free: string;
let stream: TestStream;
beforeAll(async () => {
  server = await startTestServer({
    PLAYBACK_TRUST_SECONDS: '0',
    TRUSTED_PROXIES: '1',
    REQUESTS_PER_ADDRESS: String(LIMIT),
  });
  const [movie] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  free = movie?.id ?? '';
  stream = await addStream(server, { movie_id: free });
});
afterAll(() => server.close());

const key = () => `/stream/${stream.id}/key`;
const from = (address: string, headers = {}) => ({ headers: { 'x-forwarded-for': address, ...headers } });

test('a session has one name: its cookie with anything added is none', async () => {
  const browser = new Browser(server.url);
  await browser.play('movie', free);
  expect(await browser.status(key(), from('198.51.100.1'))).toBe(200);
  const [[, value = ''] = []] = [...browser.cookies].filter(([name]) => name.includes('lakou_stream'));
  expect(value).toMatch(/^[\w-]{43}$/);
  const mark = 'm'.repeat(22);
  for (const other of [`${value}.`, `${value}.${mark}.1`, `${value}.1`, ` ${value}x`, `${value}%2e`]) {
    const cookie = from('198.51.100.1', { cookie: `lakou_stream=${other}` });
    expect(await browser.status(key(), cookie), other).toBe(401);
  }
});

test('a session that makes the database work all the time is counted, others play on', async () => {
  const [busy, calm] = [new Browser(server.url), new Browser(server.url)];
  await busy.play('movie', free);
  await calm.play('movie', free);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 2_000)
    statuses.push(await busy.status(key(), from('198.51.100.2')));
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
  expect(await calm.status(key(), from('198.51.100.2'))).toBe(200);
});
