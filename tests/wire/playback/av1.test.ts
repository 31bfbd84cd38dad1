import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Playback } from '../../../contract/src/playback/responses.ts';
import { register } from '../../support/account-people.ts';
import { addStream, Browser, film, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let movie: string;
let stream: TestStream;
const files = {
  'av1.m3u8': Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=90000\nav1-145/playlist.m3u8\n'),
  'av1-145/playlist.m3u8': Buffer.from('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="../key"\n00000.m4s\n'),
  'av1-145/init.mp4': Buffer.from('init of av1'),
  'av1-145/00000.m4s': Buffer.from('av1 0123456789'),
};
const av1 = film.rungs.map((rung) => ({ ...rung, name: 'av1-145', codecs: 'av01.0.00M.08,opus' }));
const paths = () => Object.keys(files).map((file) => `/stream/${stream.id}/${file}`);

beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '1' });
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('AV1', true, false) returning id`,
  );
  movie = row!.id;
  stream = await addStream(server, { movie_id: movie }, files, { av1 });
});
afterAll(() => server.close());

async function subscriber(): Promise<{ id: string; browser: Browser }> {
  const { id, token } = await register(server);
  await server.database.query(
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at)
      values ($1, 'active', 'monthly', now() + interval '1 day')`,
    [id],
  );
  return { id, browser: new Browser(server.url, { token }) };
}

test('nobody without a right gets a file in AV1', async () => {
  const visitor = new Browser(server.url);
  expect((await visitor.start('movie', movie, {}, 'av1')).status).toBe(401);
  const member = new Browser(server.url, { token: (await register(server)).token });
  expect((await member.start('movie', movie, {}, 'av1')).status).toBe(402);
  for (const browser of [visitor, member])
    for (const path of paths()) expect(await browser.status(path)).toBe(401);
});

test('who asks for AV1 starts with it; who does not, or whose film lacks it, starts with H.264', async () => {
  const { browser } = await subscriber();
  const { url, start } = (await (await browser.start('movie', movie, {}, 'av1')).json()) as Playback;
  expect(url).toContain('/av1.m3u8?ticket=');
  expect(start?.playlists).toEqual({
    'av1.m3u8': files['av1.m3u8'].toString(),
    'av1-145/playlist.m3u8': files['av1-145/playlist.m3u8'].toString(),
  });
  expect(start?.bytes).toEqual({
    'av1-145/init.mp4': files['av1-145/init.mp4'].toString('base64'),
    key: stream.key.toString('base64'),
  });
  for (const path of paths()) expect(await browser.status(path)).toBe(200);

  for (const wanted of ['yes', 'av2', 'AV1']) {
    const { url: other } = (await (await browser.start('movie', movie, {}, wanted)).json()) as Playback;
    expect(other).toContain('/master.m3u8?ticket=');
  }
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('H.264', true, true) returning id`,
  );
  await addStream(server, { movie_id: row!.id }, {}, { av1: [] });
  const plain = (await (await browser.start('movie', row!.id, {}, 'av1')).json()) as Playback;
  expect(plain.url).toContain('/master.m3u8?ticket=');
  expect(Object.keys(plain.start?.playlists ?? {})).toContain('master.m3u8');
});

test('an ended right ends AV1 as it ends H.264', async () => {
  const { id, browser } = await subscriber();
  await browser.start('movie', movie, {}, 'av1');
  const segments = ['av1-145/00000.m4s', 'v145/00000.m4s'].map((file) => `/stream/${stream.id}/${file}`);
  for (const path of segments) expect(await browser.status(path)).toBe(200);
  await server.database.query(`update public.subscriptions set expires_at = now() where user_id = $1`, [id]);
  for (const path of segments)
    await vi.waitFor(async () => expect(await browser.status(path)).toBe(401), {
      timeout: 20_000,
      interval: 200,
    });
});
