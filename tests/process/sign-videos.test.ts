import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filmServer } from '../support/film-server.ts';
import { fillDemoFolder, type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { Browser } from '../support/streams.ts';
import { tinyFilms } from '../support/tiny-films.ts';

const films = tinyFilms();
const dataFolder = mkdtempSync(join(tmpdir(), 'lakou-signs-'));
let server: LakouProcess;
let ingest: Awaited<ReturnType<typeof filmServer>>;

async function start(): Promise<void> {
  server = await startLakou({ DATA_DIR: dataFolder, INGEST: 'on', INGEST_THREADS: '1', INGEST_AV1: 'off' });
  ingest = await filmServer(server);
}
beforeAll(async () => {
  await fillDemoFolder(dataFolder);
  await start();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
  films[Symbol.dispose]();
});

const patiently = { timeout: 120_000, interval: 50 };

/** A free film that can be watched. */
async function newFilm(title: string): Promise<string> {
  const movie = await ingest.newMovie(title);
  await ingest.admin.from('movies').update({ published: true, is_free: true }).eq('id', movie);
  await ingest.upload(movie, films.make({ seconds: 3, size: '320x180' }));
  await ingest.until(movie, ({ status }) => status === 'done');
  return movie;
}

/** As the editors' page: first the file, then the row. */
async function addSign(movie: string, bytes: Buffer): Promise<string> {
  const path = `signs/${randomUUID()}.mp4`;
  const stored = await ingest.admin.storage.from('movies').upload(path, bytes, { contentType: 'video/mp4' });
  if (stored.error) throw stored.error;
  const row = { movie_id: movie, language: 'sgn-HT', path };
  const { data, error } = await ingest.admin.from('sign_videos').insert(row).select('id').single();
  if (error) throw error;
  return data.id;
}
const rowOf = async (id: string) =>
  (await ingest.admin.from('sign_videos').select('*').eq('id', id).single()).data;
const untilReady = (id: string) =>
  vi.waitFor(async () => expect((await rowOf(id))?.seconds_longer).not.toBeNull(), patiently);
const ticket = async (movie: string) => (await new Browser(server.url).press('movie', movie)).body;
const streamFolder = (base: string) => join(dataFolder, 'streams', base.split('/')[2] ?? '');

test('a video of an interpreter is added small and silent, follows a new video of the film, and leaves with its row', async () => {
  const movie = await newFilm('Ak siy');
  const id = await addSign(movie, readFileSync(films.make({ seconds: 8, size: '854x480', rate: 30 })));
  await untilReady(id);
  expect(Math.round(Number((await rowOf(id))?.seconds_longer))).toBe(5);
  const { film, base } = await ticket(movie);
  const file = `sign-${id.slice(0, 8)}-sgn-HT.mp4`;
  expect(film.signs).toMatchObject([
    { file, language: 'sgn-HT', name: 'Lang siy ayisyen', bytes: expect.any(Number) },
  ]);
  const probed = execFileSync(
    'ffprobe',
    [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name,height',
      '-of',
      'csv=p=0',
      join(streamFolder(base), file),
    ],
    { encoding: 'utf8' },
  );
  expect(probed.trim()).toBe('h264,360');
  expect((await ingest.movie(movie)).accessibility).toEqual(['sign']);

  await ingest.upload(movie, films.make({ seconds: 4, size: '320x180' }));
  await vi.waitFor(async () => {
    const again = await ticket(movie);
    expect(again.base).not.toBe(base);
    expect(again.film.signs).toMatchObject([{ file }]);
  }, patiently);

  await ingest.admin.from('sign_videos').delete().eq('id', id);
  await vi.waitFor(async () => {
    const without = await ticket(movie);
    expect(without.film.signs).toEqual([]);
    expect(readdirSync(streamFolder(without.base))).not.toContain(file);
  }, patiently);
  expect((await ingest.movie(movie)).accessibility).toEqual([]);
});

test('a damaged file says why, and the film plays without it', async () => {
  const movie = await newFilm('Siy kase');
  const whole = readFileSync(films.make({ seconds: 3, size: '320x180' }));
  const id = await addSign(movie, whole.subarray(0, 3000));
  await vi.waitFor(async () => expect((await rowOf(id))?.error_key).toBe('media_broken'), patiently);
  expect((await ticket(movie)).film.signs ?? []).toEqual([]);
});

test.runIf(process.env.LONG)('made again after a kill, it leaves no files behind', async () => {
  const movie = await newFilm('Siy touye');
  const id = await addSign(movie, readFileSync(films.make({ seconds: 20, size: '854x480', rate: 25 })));
  const made = join(dataFolder, 'tmp/ingest', id, 'made.mp4');
  await vi.waitFor(() => expect(existsSync(made)).toBe(true), { timeout: 60_000, interval: 5 });
  await server.stop('SIGKILL');
  await start();
  await untilReady(id);
  expect((await ticket(movie)).film.signs).toHaveLength(1);
  await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), patiently);
});
