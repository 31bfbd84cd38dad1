import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const file = 'sign-0a1b2c3d-sgn-HT.mp4';
/** Larger than what the server keeps in memory. */
const bytes = randomBytes(6 * 1024 ** 2);
const signs = [{ file, language: 'sgn-HT', name: 'Lang siy ayisyen', bytes: bytes.length }];
let server: TestServer;
let free: { movie: string; stream: TestStream };
let paid: { movie: string; stream: TestStream };

async function newFilm(isFree: boolean): Promise<{ movie: string; stream: TestStream }> {
  const [row] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Ak siy', true, $1) returning id`,
    [isFree],
  );
  const movie = row!.id;
  return { movie, stream: await addStream(server, { movie_id: movie }, { [file]: bytes }, { signs }) };
}
beforeAll(async () => {
  server = await startTestServer();
  free = await newFilm(true);
  paid = await newFilm(false);
});
afterAll(() => server.close());

test('a viewer gets the video of the interpreter, whole and in ranges', async () => {
  const viewer = new Browser(server.url);
  const { film, base } = await viewer.play('movie', free.movie);
  expect(film.signs).toEqual(signs);
  const whole = await viewer.get(base + file);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const piece = await viewer.get(base + file, { headers: { range: 'bytes=5000000-5000009' } });
  expect([piece.status, piece.headers.get('content-range')]).toEqual([
    206,
    `bytes 5000000-5000009/${bytes.length}`,
  ]);
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(5_000_000, 5_000_010));
});

test('nobody gets it without the right to watch the film, or with the session of another film', async () => {
  const stranger = new Browser(server.url);
  expect((await stranger.press('movie', paid.movie)).status).toBe(401);
  const address = `/stream/${paid.stream.id}/${file}`;
  expect(await stranger.status(address)).toBe(401);
  expect(await stranger.status(address, { headers: { range: 'bytes=0-9' } })).toBe(401);
  await stranger.play('movie', free.movie);
  const [cookie] = [...stranger.cookies.values()];
  expect(await stranger.status(address, { headers: { cookie: `lakou_stream=${cookie}` } })).toBe(401);
});

test('a session that has ended gets no more of it', async () => {
  const viewer = new Browser(server.url);
  const { base, session } = await viewer.play('movie', free.movie);
  expect(await viewer.status(base + file, { headers: { range: 'bytes=0-9' } })).toBe(206);
  await server.database.query('update private.playback_sessions set ended_at = now() where id = $1', [
    session,
  ]);
  await server.database.query(`select pg_notify('playback_ended', $1)`, [session]);
  await expect.poll(() => viewer.status(base + file, { headers: { range: 'bytes=0-9' } })).toBe(401);
});
