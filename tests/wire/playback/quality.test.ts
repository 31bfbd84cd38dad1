import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlaybackQuality } from '../../../contract/src/admin/quality.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
let server: TestServer;
let movie: string;

beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' });
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Byen jwe', true, true) returning id`,
  );
  movie = row!.id;
});
beforeEach(() => server.database.query('delete from private.playback_quality'));
afterAll(() => server.close());

const report = (more: object = {}) => ({
  id: movie,
  zone: 'America/Port-au-Prince',
  codec: 'h264',
  begins: true,
  first_picture_ms: 1500,
  stalls: 2,
  stalled_ms: 3000,
  played_ms: 60_000,
  rung_ms: 60_000,
  kilobits: 18_000,
  errors: 0,
  ...more,
});

async function send(body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${server.url}/playback-quality`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': PHONE, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function read(): Promise<PlaybackQuality> {
  const day = new Date().toISOString().slice(0, 10);
  const { data, error } = await server.as('admin').rpc('admin_quality', { first_day: day, last_day: day });
  expect(error).toBeNull();
  return data as unknown as PlaybackQuality;
}

const rowCount = async () =>
  (
    await server.database.query<{ n: number }>('select count(*)::integer as n from private.playback_quality')
  )[0]?.n;

test('reports of players are added up per day, country, device class, codec and title', async () => {
  expect(await send(report())).toBe(204);
  expect(await send(report({ begins: false, first_picture_ms: null, zone: 'America/New_York' }))).toBe(204);
  const { days, countries, devices, codecs, titles } = await read();
  const sums = { playbacks: 1, pictures: 1, first_picture_ms: 1500, slow_pictures: 0 };
  const both = { ...sums, stalls: 4, stalled_ms: 6000, played_ms: 120_000, kilobits: 36_000 };
  expect(days).toEqual([expect.objectContaining(both)]);
  expect(countries.map(({ value, played_ms }) => [value, played_ms])).toEqual([
    ['HT', 60_000],
    ['US', 60_000],
  ]);
  expect(devices).toEqual([expect.objectContaining({ ...both, value: 'phone' })]);
  expect(codecs).toEqual([expect.objectContaining({ ...both, value: 'h264' })]);
  expect(titles).toEqual([
    expect.objectContaining({ ...both, value: movie, title: { kind: 'movie', name: 'Byen jwe' } }),
  ]);
});

test('an episode counts for its series', async () => {
  const [row] = await server.database.query<{ id: string; series_id: string }>(
    'select id, series_id from public.episodes limit 1',
  );
  expect(await send(report({ id: row!.id }))).toBe(204);
  expect((await read()).titles).toEqual([
    expect.objectContaining({ value: row!.series_id, title: expect.objectContaining({ kind: 'series' }) }),
  ]);
});

test('nobody can add titles, countries or numbers that do not exist', async () => {
  for (const wrong of [
    { id: randomUUID() },
    { id: 'x' },
    { played_ms: -1 },
    { played_ms: 1e12 },
    { stalls: 1.5 },
    { kilobits: 30_000_000 },
    { rung_ms: 60_001 },
    { codec: 'mpeg2' },
    { country: 'HT' },
    { begins: null },
    { zone: 'x'.repeat(65) },
  ])
    expect([wrong, await send(report(wrong))]).toEqual([wrong, 400]);
  expect(await send('{')).toBe(400);
  expect(await send(`${JSON.stringify(report())}${' '.repeat(1000)}`)).toBe(400);
  expect(await send(report(), { 'sec-fetch-site': 'cross-site' })).toBe(400);
  expect(await rowCount()).toBe(0);
  // What is made up fits into rows that are there.
  for (let n = 0; n < 20; n += 1)
    await send(report({ zone: `Made/Up${n}` }), { 'user-agent': `Nothing/${n}` });
  expect(await rowCount()).toBe(5);
  expect((await read()).countries.map(({ value }) => value)).toEqual(['ZZ']);
});

test('one address can send so many reports, and others still can', async () => {
  const from = (address: string) => send(report(), { 'x-forwarded-for': address });
  const statuses = new Set<number>();
  for (let n = 0; n < 400 && !statuses.has(429); n += 1) statuses.add(await from('203.0.113.9'));
  expect([...statuses]).toEqual([204, 429]);
  expect(await from('198.51.100.7')).toBe(204);
});

test('members and visitors cannot read or write it', async () => {
  const day = new Date().toISOString().slice(0, 10);
  for (const who of ['visitor', 'member', 'subscriber'] as const) {
    const { error } = await server.as(who).rpc('admin_quality', { first_day: day, last_day: day });
    expect([who, error?.code]).toEqual([who, '42501']);
  }
  const { error } = await server.as('admin').rpc('admin_quality', { first_day: day, last_day: '2020-01-01' });
  expect(error?.hint).toBe('date_invalid');
});
