import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { filmServer, type Job } from '../support/film-server.ts';
import { fillDemoFolder, type LakouProcess, root, startLakou } from '../support/lakou-process.ts';
import { tinyFilms } from '../support/tiny-films.ts';

const films = tinyFilms();
const short = () => films.make({ seconds: 4 });
/** Long enough to be interrupted. */
const long = () => films.make({ seconds: 12, size: '854x480', rate: 24 });
let dataFolder: string;
let importFolder: string;
let importedAlone: string;
let server: LakouProcess;
let house: Awaited<ReturnType<typeof filmServer>>;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startLakou({ DATA_DIR: dataFolder, INGEST_THREADS: '1', ...env });
  house = await filmServer(server);
}
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'lakou-ingest-'));
  importFolder = mkdtempSync(join(tmpdir(), 'lakou-import-'));
  copyFileSync(films.make({ seconds: 2, size: '320x180' }), join(importFolder, 'Fim_nan bwat.mp4'));
  writeFileSync(join(importFolder, 'Fim_nan bwat.ht.srt'), '1\n00:00:00,500 --> 00:00:01,500\nBonjou\n');
  writeFileSync(join(importFolder, 'nòt.mp4'), 'no film at all');
  await fillDemoFolder(dataFolder);
  importedAlone = await importFilms({ PORT: '1' });
  await start();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  for (const folder of [dataFolder, importFolder]) rmSync(folder, { recursive: true, force: true });
  films[Symbol.dispose]();
});

/** `npm run import`, on a house that runs or does not. */
async function importFilms(env: Record<string, string>): Promise<string> {
  const script = join(root, 'server/src/catalogue/import/import-folder.ts');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, importFolder], {
    env: { PATH, DATA_DIR: dataFolder, ...env },
  });
  return (await Array.fromAsync(child.stdout)).join('');
}

test('a folder is imported into a house that does not run, and once more into one that does', async () => {
  expect(importedAlone).toContain('new draft       Fim nan bwat');
  expect(importedAlone).toContain('failed          nòt: the content is not of the type video/mp4');
  const { data } = await house.admin.from('movies').select('id, title, published').eq('published', false);
  const drafts = data?.filter(({ title }) => ['Fim nan bwat', 'nòt'].includes(title)) ?? [];
  expect(drafts).toMatchObject([{ title: 'Fim nan bwat' }]);
  await house.until(drafts[0]?.id ?? '', ({ status }) => status === 'done');
  expect(await importFilms({ PORT: new URL(server.url).port })).toContain('already there   Fim nan bwat');
  const subtitles = await house.admin.from('subtitles').select('language, error_key');
  expect(subtitles.data).toEqual([{ language: 'ht', error_key: null }]);
});

/** As if the minute until the next try were over. */
async function endTheWait(movie: string): Promise<void> {
  const database = await openEmbedded({ folder: join(dataFolder, 'database') });
  const waiting = await database.query(
    `update public.media_jobs set run_after = now() where movie_id = $1 and run_after > now() returning id`,
    [movie],
  );
  await database.close();
  expect(waiting).toHaveLength(1);
}

const streamsBefore = () => new Set(house.streams());

describe('an admin uploads a film', () => {
  test('and hears how far it is; it can be watched before it is whole; it gets its length and a picture', async () => {
    const movie = await house.newMovie('Premye fim');
    const heard: Job[] = [];
    const listening = Promise.withResolvers<void>();
    const channel = house.admin
      .channel('jobs')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'media_jobs' }, ({ new: row }) => {
        heard.push(row as Job);
      })
      .subscribe((status) => status === 'SUBSCRIBED' && listening.resolve());
    await listening.promise;
    await house.upload(movie, films.make({ seconds: 8, size: '854x480' }));
    await house.until(movie, ({ stage }) => stage === 'second');
    expect((await house.movie(movie)).has_video).toBe(true);
    await house.until(movie, ({ status }) => status === 'done');
    await vi.waitFor(() => expect(heard.at(-1)?.status).toBe('done'), 5_000);
    expect(heard.some(({ percent, status }) => status === 'running' && percent > 0)).toBe(true);
    const { duration, thumbnail_url } = await house.movie(movie);
    expect(duration).toBe(1);
    expect((await fetch(server.url + thumbnail_url)).headers.get('content-type')).toBe('image/jpeg');
    await vi.waitFor(() => expect(house.workshop()).toEqual([]), 10_000);
    await house.admin.removeChannel(channel);
  });

  test('in pieces, over a connection that breaks, for an episode', async () => {
    const { data } = await house.admin.from('episodes').select('id').limit(1).single();
    const path = `movies/episodes/${data?.id}.mp4`;
    const bytes = readFileSync(long());
    const send = (stopAfter: number, uploadUrl?: string) =>
      new Promise<string>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${server.url}/storage/v1/upload/resumable`,
          ...(uploadUrl ? { uploadUrl } : {}),
          chunkSize: Math.ceil(bytes.length / 3),
          headers: { authorization: `Bearer ${house.token}`, 'x-upsert': 'true' },
          metadata: {
            bucketName: 'movies',
            objectName: path,
            contentType: 'video/mp4',
            cacheControl: '3600',
          },
          onError: reject,
          onSuccess: () => resolve(upload.url ?? ''),
          onChunkComplete(_size, sent) {
            if (sent >= stopAfter && sent < bytes.length)
              upload.abort().then(() => resolve(upload.url ?? ''), reject);
          },
        });
        upload.start();
      });
    const address = await send(1);
    await send(Number.POSITIVE_INFINITY, address);
    const job = await house.admin
      .from('media_jobs')
      .select('*')
      .eq('episode_id', data?.id ?? '')
      .single();
    expect(job.data).toMatchObject({ source_path: path });
    await house.admin.rpc('cancel_media_job', { job_id: job.data?.id ?? '' });
  });
});

describe('a file that is no film', () => {
  test('is refused at the door when it does not even look like one', async () => {
    const movie = await house.newMovie('Tèks');
    await expect(
      house.upload(movie, Buffer.from('just some words, again and again '.repeat(500))),
    ).rejects.toThrow('the content is not of the type video/mp4');
    expect(await house.newestJob(movie)).toBeUndefined();
  });

  test.each([
    ['media_empty', () => Buffer.alloc(0)],
    ['media_broken', () => readFileSync(short()).subarray(0, 3000)],
  ])('fails with its reason (%s), is not tried again by itself, and leaves nothing', async (key, bytes) => {
    const before = streamsBefore();
    const movie = await house.newMovie(key);
    await house.upload(movie, bytes());
    const job = await house.until(movie, ({ status }) => status === 'failed');
    expect(job).toMatchObject({ error_key: key, attempts: 1 });
    await vi.waitFor(() => expect(house.workshop()).toEqual([]), 5_000);
    expect(streamsBefore()).toEqual(before);
  });
});

test('an admin cancels a film in the middle: nothing is left of it, and one click tries it again', async () => {
  const before = streamsBefore();
  const movie = await house.newMovie('Anile');
  await house.upload(movie, long());
  const running = await house.until(movie, ({ status, percent }) => status === 'running' && percent > 1);
  await house.admin.rpc('cancel_media_job', { job_id: running.id });
  await vi.waitFor(() => expect(house.workshop()).toEqual([]), 10_000);
  expect(streamsBefore()).toEqual(before);
  await house.admin.rpc('retry_media_job', { job_id: running.id });
  await house.until(movie, ({ status, percent }) => status === 'running' && percent > 0);
  await house.admin.rpc('cancel_media_job', { job_id: running.id });
});

test('a replaced film plays until the new one is whole', async () => {
  const movie = await house.newMovie('Ranplase');
  await house.upload(movie, short());
  await house.until(movie, ({ status }) => status === 'done');
  const before = streamsBefore();
  await house.upload(movie, films.make({ seconds: 6 }));
  await house.until(movie, ({ status }) => status === 'running');
  expect((await house.movie(movie)).has_video).toBe(true);
  await house.until(movie, ({ status }) => status === 'done');
  // The old one stays for those who are watching it.
  expect(house.streams().filter((stream) => before.has(stream))).toHaveLength(before.size);
  expect(house.streams()).toHaveLength(before.size + 1);
});

test('a process killed in the middle goes on with what it had, waits while the disk is full, and leaves nothing', async () => {
  const movie = await house.newMovie('Touye');
  await house.upload(movie, long());
  await house.until(movie, ({ stage, percent }) => stage === 'second' && percent > 1);
  const [bench = ''] = house.workshop();
  const segment = join(dataFolder, 'tmp/ingest', bench, 'stream', 'v145', '00000.m4s');
  const madeAt = statSync(segment).mtimeMs;
  await server.stop('SIGKILL');
  await start({ INGEST_SPARE_DISK_MB: '90000000' });
  await house.until(movie, ({ status, error_key }) => status === 'queued' && error_key === 'media_disk_full');
  expect((await house.movie(movie)).has_video).toBe(true);
  await server.stop('SIGKILL');
  await endTheWait(movie);
  await start();
  await house.until(movie, ({ status }) => status === 'done', 200_000);
  await vi.waitFor(() => expect(house.workshop()).toEqual([]), 10_000);
  const stream = join(dataFolder, 'streams', bench);
  expect(statSync(join(stream, 'v145', '00000.m4s')).mtimeMs).toBe(madeAt);
  expect(readdirSync(stream).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(JSON.parse(readFileSync(join(stream, 'film.json'), 'utf8'))).toMatchObject({ complete: true });
  expect(readFileSync(join(stream, 'master.m3u8'), 'utf8')).toContain('v730');
});
