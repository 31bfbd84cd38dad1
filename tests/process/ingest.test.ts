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
const long = () => films.make({ seconds: 8, size: '854x480', rate: 24 });
let dataFolder: string;
let importFolder: string;
let importedAlone: string;
let server: LakouProcess;
let ingest: Awaited<ReturnType<typeof filmServer>>;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startLakou({ DATA_DIR: dataFolder, INGEST: 'on', INGEST_THREADS: '1', ...env });
  ingest = await filmServer(server);
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

/** `npm run import`, with or without a running server. */
async function importFilms(env: Record<string, string>): Promise<string> {
  const script = join(root, 'server/src/catalogue/import/import-folder.ts');
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, importFolder], {
    env: { PATH, DATA_DIR: dataFolder, ...env },
  });
  return (await Array.fromAsync(child.stdout)).join('');
}

test('a folder is imported without a running server, and again with one', async () => {
  expect(importedAlone).toContain('new draft       Fim nan bwat');
  expect(importedAlone).toContain('failed          nòt: the content is not of the type video/mp4');
  const { data } = await ingest.admin.from('movies').select('id, title, published').eq('published', false);
  const drafts = data?.filter(({ title }) => ['Fim nan bwat', 'nòt'].includes(title)) ?? [];
  expect(drafts).toMatchObject([{ title: 'Fim nan bwat' }]);
  await ingest.until(drafts[0]?.id ?? '', ({ status }) => status === 'done');
  expect(await importFilms({ PORT: new URL(server.url).port })).toContain('already there   Fim nan bwat');
  const subtitles = await ingest.admin.from('subtitles').select('language, error_key');
  expect(subtitles.data).toEqual([{ language: 'ht', error_key: null }]);
});

/** Ends the minute until the next attempt. */
async function endTheWait(movie: string): Promise<void> {
  const database = await openEmbedded({ folder: join(dataFolder, 'database') });
  const waiting = await database.query(
    `update public.media_jobs set run_after = now() where movie_id = $1 and run_after > now() returning id`,
    [movie],
  );
  await database.close();
  expect(waiting).toHaveLength(1);
}

const streamsBefore = () => new Set(ingest.streams());

describe('an admin uploads a film', () => {
  test('and sees its progress; it can be watched before it is complete; it gets its duration and a thumbnail', async () => {
    const movie = await ingest.newMovie('Premye fim');
    const received: Job[] = [];
    const listening = Promise.withResolvers<void>();
    const channel = ingest.admin
      .channel(`jobs of ${movie}`)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'media_jobs' }, ({ new: row }) => {
        received.push(row as Job);
      })
      .subscribe((status) => status === 'SUBSCRIBED' && listening.resolve());
    await listening.promise;
    await ingest.upload(movie, films.make({ seconds: 8, size: '854x480' }));
    await ingest.until(movie, ({ stage }) => stage === 'second');
    expect((await ingest.movie(movie)).has_video).toBe(true);
    await ingest.until(movie, ({ status }) => status === 'done');
    await vi.waitFor(() => expect(received.at(-1)?.status).toBe('done'), 20_000);
    expect(received.some(({ percent, status }) => status === 'running' && percent > 0)).toBe(true);
    const { duration, thumbnail_url } = await ingest.movie(movie);
    expect(duration).toBe(1);
    expect((await fetch(server.url + thumbnail_url)).headers.get('content-type')).toBe('image/jpeg');
    await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), 20_000);
    await ingest.admin.removeChannel(channel);
  });

  test('for an episode, in parts over a connection that breaks', async () => {
    const { data } = await ingest.admin.from('episodes').select('id').limit(1).single();
    const path = `movies/episodes/${data?.id}.mp4`;
    const bytes = readFileSync(long());
    const send = (stopAfter: number, uploadUrl?: string) =>
      new Promise<string>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${server.url}/storage/v1/upload/resumable`,
          ...(uploadUrl ? { uploadUrl } : {}),
          chunkSize: Math.ceil(bytes.length / 3),
          headers: { authorization: `Bearer ${ingest.token}`, 'x-upsert': 'true' },
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
    const job = await ingest.admin
      .from('media_jobs')
      .select('*')
      .eq('episode_id', data?.id ?? '')
      .single();
    expect(job.data).toMatchObject({ source_path: path });
    await ingest.admin.rpc('cancel_media_job', { job_id: job.data?.id ?? '' });
  });
});

describe('a file that is not a film', () => {
  test('is refused at upload when it does not look like one', async () => {
    const movie = await ingest.newMovie('Tèks');
    await expect(
      ingest.upload(movie, Buffer.from('just some words, again and again '.repeat(500))),
    ).rejects.toThrow('the content is not of the type video/mp4');
    expect(await ingest.newestJob(movie)).toBeUndefined();
  });

  test.each([
    ['media_empty', () => Buffer.alloc(0)],
    ['media_broken', () => readFileSync(short()).subarray(0, 3000)],
  ])('fails with its reason (%s), is not tried again by itself, and leaves nothing', async (key, bytes) => {
    const before = streamsBefore();
    const movie = await ingest.newMovie(key);
    await ingest.upload(movie, bytes());
    const job = await ingest.until(movie, ({ status }) => status === 'failed');
    expect(job).toMatchObject({ error_key: key, attempts: 1 });
    await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), 20_000);
    expect(streamsBefore()).toEqual(before);
  });
});

test('an admin cancels an encoding: nothing is left of it, and it can be retried', async () => {
  const before = streamsBefore();
  const movie = await ingest.newMovie('Anile');
  await ingest.upload(movie, long());
  const running = await ingest.until(movie, ({ status, percent }) => status === 'running' && percent > 1);
  await ingest.admin.rpc('cancel_media_job', { job_id: running.id });
  await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), 20_000);
  expect(streamsBefore()).toEqual(before);
  await ingest.admin.rpc('retry_media_job', { job_id: running.id });
  await ingest.until(movie, ({ status, percent }) => status === 'running' && percent > 0);
  await ingest.admin.rpc('cancel_media_job', { job_id: running.id });
});

test('a replaced film is served until the new one is complete', async () => {
  const movie = await ingest.newMovie('Ranplase');
  await ingest.upload(movie, short());
  await ingest.until(movie, ({ status }) => status === 'done');
  const before = streamsBefore();
  await ingest.upload(movie, films.make({ seconds: 6 }));
  await ingest.until(movie, ({ status }) => status === 'running');
  expect((await ingest.movie(movie)).has_video).toBe(true);
  await ingest.until(movie, ({ status }) => status === 'done');
  // The old stream stays for current viewers.
  expect(ingest.streams().filter((stream) => before.has(stream))).toHaveLength(before.size);
  expect(ingest.streams()).toHaveLength(before.size + 1);
});

test('a killed encoding resumes from its finished parts, waits while the disk is full, and leaves no files', async () => {
  const movie = await ingest.newMovie('Touye');
  await ingest.upload(movie, long());
  await ingest.until(movie, ({ stage, percent }) => stage === 'second' && percent > 1);
  const [bench = ''] = ingest.workFolders();
  const segment = join(dataFolder, 'tmp/ingest', bench, 'stream', 'v145', '00000.m4s');
  const madeAt = statSync(segment).mtimeMs;
  await server.stop('SIGKILL');
  await start({ INGEST_SPARE_DISK_MB: '90000000' });
  await ingest.until(
    movie,
    ({ status, error_key }) => status === 'queued' && error_key === 'media_disk_full',
  );
  expect((await ingest.movie(movie)).has_video).toBe(true);
  await server.stop('SIGKILL');
  await endTheWait(movie);
  await start();
  await ingest.until(movie, ({ status }) => status === 'done', 200_000);
  await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), 20_000);
  const stream = join(dataFolder, 'streams', bench);
  expect(statSync(join(stream, 'v145', '00000.m4s')).mtimeMs).toBe(madeAt);
  expect(readdirSync(stream).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(JSON.parse(readFileSync(join(stream, 'film.json'), 'utf8'))).toMatchObject({ complete: true });
  expect(readFileSync(join(stream, 'master.m3u8'), 'utf8')).toContain('v730');
});
