import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { verifyStream } from '../test-support/verify-stream.ts';
import { encodeFilm } from './encode-film.ts';
import { readFilm } from './film.ts';
import { removeTemporaryFiles } from './remove-temporary-files.ts';

const run = promisify(execFile);
const key = Buffer.from('0f0e0d0c0b0a09080706050403020100', 'hex');
const script = join(import.meta.dirname, '../test-support/encode-in-child.ts');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-interruptions-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hiddenFiles = (stream: string): string[] => readdirSync(stream).filter((name) => name.startsWith('.'));

/** Ids of processes that work inside of the stream folder: an ffmpeg that outlived its parent. */
function runningInside(stream: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(stream);
      } catch {
        return false;
      }
    });
}

const SECOND = 'killed in the second pass';
for (const interruption of ['killed between the passes', ...(process.env.LONG ? [SECOND] : [])])
  test(`a process ${interruption} leaves a playable film, and the next run continues from there`, async () => {
    const path = join(folder, interruption.replaceAll(' ', '-'));
    const stream = join(path, 'stream');
    const source = sourceFile(folder, 'two-languages.mkv');
    const exit = await run(process.execPath, [script, interruption, source, path, key.toString('hex')]).catch(
      (error: { signal: string }) => error.signal,
    );
    expect(exit).toBe('SIGKILL');
    expect(await readFilm(stream)).toMatchObject({ complete: false });
    await expect.poll(() => runningInside(stream), { timeout: 10_000 }).toEqual([]);
    const first = readFileSync(join(stream, 'v145/playlist.m3u8'));

    let firstPercent = -1;
    const film = await encodeFilm({
      source,
      folder: stream,
      key,
      onWatchable: () => expect.fail('the first pass ran again'),
      onProgress: ({ percent }) => {
        if (firstPercent < 0) firstPercent = percent;
      },
    });
    expect(film.complete).toBe(true);
    expect(firstPercent).toBeGreaterThan(20);
    expect(readFileSync(join(stream, 'v145/playlist.m3u8'))).toEqual(first);
    expect(hiddenFiles(stream)).toEqual([]);
    verifyStream(stream, key);
  });

test('a film half encoded with another key is encoded from the start', async () => {
  const stream = join(folder, 'other-key');
  const task = { source: sourceFile(folder, 'silent.mp4'), folder: stream };
  const early = new AbortController();
  const first = encodeFilm({
    ...task,
    key: Buffer.alloc(16, 1),
    onWatchable: () => early.abort(),
    signal: early.signal,
  });
  await expect(first).rejects.toMatchObject({ key: 'media_canceled' });
  await encodeFilm({ ...task, key });
  verifyStream(stream, key);
});

test('canceled work stops at once and leaves a playable film', async () => {
  const stream = join(folder, 'canceled');
  const caller = new AbortController();
  const work = encodeFilm({
    source: sourceFile(folder, 'two-languages.mkv'),
    folder: stream,
    key,
    signal: caller.signal,
    onProgress: ({ stage }) => {
      if (stage === 'second') caller.abort();
    },
  });
  await expect(work).rejects.toMatchObject({ key: 'media_canceled' });
  expect(hiddenFiles(stream)).toEqual([]);
  expect(runningInside(stream)).toEqual([]);
  expect(verifyStream(stream, key).film.complete).toBe(false);
});

test('work that takes too long is stopped', async () => {
  const stream = join(folder, 'late');
  const source = sourceFile(folder, 'two-languages.mkv');
  const work = encodeFilm({ source, folder: stream, key, limits: { seconds: 0.05 } });
  await expect(work).rejects.toMatchObject({ key: 'media_timed_out' });
  expect(hiddenFiles(stream)).toEqual([]);
});

test('removes what a killed run left behind and keeps completed files', async () => {
  const stream = join(folder, 'leftovers');
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync(join(stream, '.work/v145'), { recursive: true });
  for (const name of ['.work/v145/00000.m4s', '.film.json.new', 'master.m3u8'])
    writeFileSync(join(stream, name), '');
  await removeTemporaryFiles(stream);
  expect(readdirSync(stream)).toEqual(['master.m3u8']);
});

/** Mounting needs root; other users become root inside a user namespace. */
async function onSmallDisk(interruption: string): Promise<{ outcome: string; left: string[] }> {
  const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const path = mkdtempSync(join(folder, 'disk-'));
  const source = sourceFile(folder, 'two-languages.mkv');
  const args = [script, interruption, source, path, key.toString('hex')];
  const { stdout } = await run('unshare', [...namespaces, process.execPath, ...args]);
  return JSON.parse(stdout) as { outcome: string; left: string[] };
}

test('a full disk is noticed before encoding starts', async () => {
  expect(await onSmallDisk('disk too small')).toEqual({ outcome: 'media_disk_full', left: [] });
});

test('a disk that fills up while encoding stops the work with that reason and leaves no temporary files', async () => {
  expect(await onSmallDisk('disk fills up')).toEqual({ outcome: 'media_disk_full', left: [] });
});
