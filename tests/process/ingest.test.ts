import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filmHouse, type Job } from '../support/film-house.ts';
import { type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { tinyFilms } from '../support/tiny-films.ts';

const films = tinyFilms();
const short = () => films.make({ seconds: 4 });
/** Long enough to be interrupted. */
const long = () => films.make({ seconds: 30, rate: 24 });
let dataFolder: string;
let server: LakouProcess;
let house: Awaited<ReturnType<typeof filmHouse>>;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startLakou({ DATA_DIR: dataFolder, INGEST_THREADS: '1', ...env });
  house = await filmHouse(server);
}
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'lakou-ingest-'));
  await start();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
  films[Symbol.dispose]();
});
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
    await house.upload(movie, films.make({ seconds: 8 }));
    await house.until(movie, ({ stage }) => stage === 'second');
    expect((await house.movie(movie)).has_video).toBe(true);
    await house.until(movie, ({ status }) => status === 'done');
    await vi.waitFor(() => expect(heard.at(-1)?.status).toBe('done'), 5_000);
    expect(heard.some(({ percent, status }) => status === 'running' && percent > 0)).toBe(true);
    const { duration, thumbnail_url } = await house.movie(movie);
    expect(duration).toBe(1);
    expect((await fetch(server.url + thumbnail_url)).headers.get('content-type')).toBe('image/jpeg');
    expect(house.workshop()).toEqual([]);
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

test('a full disk lets a film wait, and it is made when there is room', async () => {
  await server.stop();
  await start({ INGEST_SPARE_DISK_MB: '90000000' });
  const movie = await house.newMovie('Plen');
  await house.upload(movie, short());
  await house.until(movie, ({ status, error_key }) => status === 'queued' && error_key === 'media_disk_full');
  await server.stop();
  await start();
  await house.admin.rpc('cancel_media_job', { job_id: (await house.newestJob(movie))?.id ?? '' });
  await house.admin.rpc('retry_media_job', { job_id: (await house.newestJob(movie))?.id ?? '' });
  await house.until(movie, ({ status }) => status === 'done');
});

test('a process killed in the middle goes on after a new start with what it had, and leaves nothing over', async () => {
  const movie = await house.newMovie('Touye');
  await house.upload(movie, long());
  await house.until(movie, ({ stage, percent }) => stage === 'second' && percent > 1);
  const [bench = ''] = house.workshop();
  const segment = join(dataFolder, 'tmp/ingest', bench, 'stream', 'v145', '00000.m4s');
  const madeAt = statSync(segment).mtimeMs;
  await server.stop('SIGKILL');
  await start();
  await house.until(movie, ({ status }) => status === 'running');
  expect(statSync(segment).mtimeMs).toBe(madeAt);
  await house.until(movie, ({ status }) => status === 'done', 200_000);
  expect(house.workshop()).toEqual([]);
  const stream = join(dataFolder, 'streams', bench);
  expect(statSync(join(stream, 'v145', '00000.m4s')).mtimeMs).toBe(madeAt);
  expect(readdirSync(stream).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(readFileSync(join(stream, 'master.m3u8'), 'utf8')).toContain('v730');
});
