import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFile } from '../test-support/sources.ts';
import { watchStream } from '../test-support/watch-stream.ts';
import { encodeFilm } from './encode-film.ts';
import { readFilm } from './film.ts';
import { sweepTemporary } from './sweep-temporary.ts';

const run = promisify(execFile);
const key = Buffer.from('0f0e0d0c0b0a09080706050403020100', 'hex');
const script = join(import.meta.dirname, '../test-support/encode-in-child.ts');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-accident-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hidden = (stream: string): string[] => readdirSync(stream).filter((name) => name.startsWith('.'));

/** Processes whose working folder is inside of the stream: ffmpeg, if it has outlived us. */
function stillWorking(stream: string): string[] {
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

for (const accident of ['killed between the passes', 'killed in the second pass'])
  test(`a process ${accident} leaves a film that can be watched; the next one goes on from there`, async () => {
    const place = join(folder, accident.replaceAll(' ', '-'));
    const stream = join(place, 'stream');
    const source = sourceFile(folder, 'two-languages.mkv');
    const ended = await run(process.execPath, [script, accident, source, place, key.toString('hex')]).catch(
      (error: { signal: string }) => error.signal,
    );
    expect(ended).toBe('SIGKILL');
    expect(await readFilm(stream)).toMatchObject({ complete: false });
    await expect.poll(() => stillWorking(stream), { timeout: 10_000 }).toEqual([]);
    const first = readFileSync(join(stream, 'v145/playlist.m3u8'));

    let began = -1;
    const film = await encodeFilm({
      source,
      folder: stream,
      key,
      onWatchable: () => expect.fail('the first pass was made again'),
      onProgress: ({ percent }) => {
        if (began < 0) began = percent;
      },
    });
    expect(film.complete).toBe(true);
    expect(began).toBeGreaterThan(20);
    expect(readFileSync(join(stream, 'v145/playlist.m3u8'))).toEqual(first);
    expect(hidden(stream)).toEqual([]);
    watchStream(stream, key);
  });

test('a film half made with another key is begun anew', async () => {
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
  watchStream(stream, key);
});

test('work that is called off ends at once and leaves what can be watched', async () => {
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
  expect(hidden(stream)).toEqual([]);
  expect(stillWorking(stream)).toEqual([]);
  expect(watchStream(stream, key).film.complete).toBe(false);
});

test('work that takes too long is ended', async () => {
  const stream = join(folder, 'late');
  const source = sourceFile(folder, 'two-languages.mkv');
  const work = encodeFilm({ source, folder: stream, key, limits: { seconds: 0.05 } });
  await expect(work).rejects.toMatchObject({ key: 'media_timed_out' });
  expect(hidden(stream)).toEqual([]);
});

test('what a killed run left behind is swept, whole things stay', async () => {
  const stream = join(folder, 'swept');
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync(join(stream, '.work/v145'), { recursive: true });
  for (const name of ['.work/v145/00000.m4s', '.film.json.new', 'master.m3u8'])
    writeFileSync(join(stream, name), '');
  await sweepTemporary(stream);
  expect(readdirSync(stream)).toEqual(['master.m3u8']);
});

/** Who is not root becomes it inside a namespace of their own, where mounting is allowed. */
async function onSmallDisk(accident: string): Promise<{ outcome: string; left: string[] }> {
  const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--user', '--map-root-user'];
  const place = mkdtempSync(join(folder, 'disk-'));
  const source = sourceFile(folder, 'two-languages.mkv');
  const args = [script, accident, source, place, key.toString('hex')];
  const { stdout } = await run('unshare', [...namespaces, process.execPath, ...args]);
  return JSON.parse(stdout) as { outcome: string; left: string[] };
}

test('a disk without room is noticed before the work begins', async () => {
  expect(await onSmallDisk('disk too small')).toEqual({ outcome: 'media_disk_full', left: [] });
});

test('a disk that fills up in the middle ends the work with that reason, and nothing temporary stays', async () => {
  expect(await onSmallDisk('disk fills up')).toEqual({ outcome: 'media_disk_full', left: [] });
});
