import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const large = randomBytes(9 * 1024 ** 2);
let server: TestServer;
let movie: string;
let stream: TestStream;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer();
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  movie = row!.id;
  stream = await addStream(server, { movie_id: movie }, { 'v4500/00001.m4s': large });
  browser = new Browser(server.url);
  await browser.play('movie', movie);
});
afterAll(() => server.close());

const get = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
  browser.get(`/stream/${stream.id}/${file}`, { headers, method });
const segment = 'v145/00000.m4s';

describe('a file of a stream', () => {
  test.each([
    ['master.m3u8', 'application/vnd.apple.mpegurl', 'private, no-cache'],
    ['v145/playlist.m3u8', 'application/vnd.apple.mpegurl', 'private, no-cache'],
    ['v145/init.mp4', 'video/mp4', 'private, max-age=31536000, immutable'],
    [segment, 'video/mp4', 'private, max-age=31536000, immutable'],
    ['audio/00000.m4s', 'audio/mp4', 'private, max-age=31536000, immutable'],
    ['poster.jpg', 'image/jpeg', 'private, max-age=600'],
    ['key', 'application/octet-stream', 'no-store'],
  ])('%s is %s, kept as %s', async (file, type, caching) => {
    const answer = await get(file, { 'accept-encoding': 'br, gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe(caching);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-encoding')).toBeNull();
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toEqual(file === 'key' ? stream.key : stream.files[file]);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  });

  test('is described by HEAD, without its bytes', async () => {
    const whole = await get(segment);
    const answer = await get(segment, {}, 'HEAD');
    expect(await answer.text()).toBe('');
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'cache-control']) {
      expect(answer.headers.get(name), name).toBe(whole.headers.get(name));
    }
    expect(await new Browser(server.url).status(`/stream/${stream.id}/${segment}`, { method: 'HEAD' })).toBe(
      401,
    );
  });

  test('is not sent again to a browser that has it', async () => {
    const etag = (await get(segment)).headers.get('etag') ?? '';
    expect((await get(segment, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(segment, { 'if-none-match': '"other"' })).status).toBe(200);
    // A conditional request needs the right to watch as well.
    const stranger = new Browser(server.url);
    const asked = { headers: { 'if-none-match': etag } };
    expect(await stranger.status(`/stream/${stream.id}/${segment}`, asked)).toBe(401);
  });

  test.each([
    ['bytes=0-4', 206, '01234', 'bytes 0-4/20'],
    ['bytes=18-99', 206, 'ij', 'bytes 18-19/20'],
    ['bytes=-3', 206, 'hij', 'bytes 17-19/20'],
    ['bytes=20-', 416, '', 'bytes */20'],
    ['bytes=0-1,3-4', 200, '0123456789abcdefghij', null],
  ])('piece %s: %i %s', async (range, status, text, contentRange) => {
    const answer = await get(segment, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(await answer.text()).toBe(text);
  });

  test('of any size is sent whole and in ranges, and aborted requests leave nothing open', async () => {
    const whole = await get('v4500/00001.m4s');
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    const piece = await get('v4500/00001.m4s', { range: 'bytes=5000000-5000009' });
    expect(Buffer.from(await piece.arrayBuffer())).toEqual(large.subarray(5_000_000, 5_000_010));
    await hangUp(`/stream/${stream.id}/v4500/00001.m4s`);
    expect((await get(segment)).status).toBe(200);
  });

  test('that is missing is a 404, though its stream plays', async () => {
    const gone = await addStream(server, { episode_id: await newEpisode() });
    const viewer = new Browser(server.url);
    const [row] = await server.database.query<{ episode_id: string }>(
      'select episode_id from private.streams where id = $1',
      [gone.id],
    );
    await viewer.play('episode', row!.episode_id);
    rmSync(join(server.dataFolder, 'streams', gone.id, segment));
    expect(await viewer.status(`/stream/${gone.id}/${segment}`)).toBe(404);
  });
});

test.each([
  '../keys.json',
  '%2e%2e/keys.json',
  '..%2fkeys.json',
  '%2e%2e%2f%2e%2e%2fkeys.json',
  'v145/..%2f..%2f..%2fkeys.json',
  'v145/%252e%252e/00000.m4s',
  'film.json',
  'v145/00000.m4s%00.jpg',
  'v145//00000.m4s',
  'a/b/c.m4s',
  '',
])('no address leads out of a stream’s folder: %j', async (file) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name.split(' ')[1]}=${value}`).join('; ');
  const status = await rawStatus(`/stream/${stream.id}/${file}`, cookie);
  expect(status).toBe(404);
});

async function newEpisode(): Promise<string> {
  const [row] = await server.database.query<{ id: string }>(
    `with s as (insert into public.series (title, published, is_free) values ('Seri', true, true) returning id)
      insert into public.episodes (series_id, episode_number, title) select id, 1, 'Premye' from s returning id`,
  );
  return row!.id;
}

/** Sends the path as it is; fetch would normalise it. */
function rawStatus(path: string, cookie: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).on('error', reject);
    socket.once('data', (bytes) => {
      resolve(Number(bytes.toString().split(' ')[1]));
      socket.destroy();
    });
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lakou\r\ncookie: ${cookie}\r\nconnection: close\r\n\r\n`);
  });
}

/** Requests, reads the first bytes, and aborts. */
function hangUp(path: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const cookie = [...browser.cookies].map(([name, value]) => `${name.split(' ')[1]}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
      .on('error', reject)
      .on('close', () => resolve());
    socket.once('data', () => socket.destroy());
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: lakou\r\nuser-agent: ${browser.name}\r\ncookie: ${cookie}\r\n\r\n`,
    );
  });
}
