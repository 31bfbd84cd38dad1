import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filmServer } from '../support/film-server.ts';
import { fillDemoFolder, type LakouProcess, startLakou } from '../support/lakou-process.ts';
import { tinyFilms } from '../support/tiny-films.ts';

const films = tinyFilms();
/** Long enough to be interrupted in AV1. */
const long = () => films.make({ seconds: 12, size: '640x360', rate: 24 });
let dataFolder: string;
let server: LakouProcess;
let ingest: Awaited<ReturnType<typeof filmServer>>;

async function start(): Promise<void> {
  server = await startLakou({ DATA_DIR: dataFolder, INGEST: 'on', INGEST_THREADS: '1', INGEST_AV1: 'on' });
  ingest = await filmServer(server);
}
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'lakou-av1-'));
  await fillDemoFolder(dataFolder);
  await start();
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
  films[Symbol.dispose]();
});

test('a finished film is also encoded in AV1, gives way to an upload, and survives a killed server', async () => {
  const before = new Set(ingest.streams());
  const first = await ingest.newMovie('Premye');
  await ingest.upload(first, long());
  await ingest.until(first, ({ status, av1 }) => status === 'done' && av1 === 'making');
  const [stream = ''] = ingest.streams().filter((name) => !before.has(name));

  const second = await ingest.newMovie('Dezyèm');
  await ingest.upload(second, films.make({ seconds: 2, size: '320x180' }));
  await ingest.until(second, ({ status }) => status === 'running' || status === 'done');
  expect((await ingest.newestJob(first))?.av1).not.toBe('made');
  await ingest.until(second, ({ status }) => status === 'done');

  await ingest.until(first, ({ av1 }) => av1 === 'making');
  await server.stop('SIGKILL');
  await start();
  await ingest.until(first, ({ av1 }) => av1 === 'made');
  const folder = join(dataFolder, 'streams', stream);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['master.m3u8', 'av1.m3u8', 'av1-145', 'av1-365']),
  );
  await ingest.until(second, ({ av1 }) => av1 === 'made' || av1 === 'none');
  await vi.waitFor(() => expect(ingest.workFolders()).toEqual([]), 20_000);
  expect(existsSync(join(folder, 'av1-365', 'init.mp4'))).toBe(true);
});
