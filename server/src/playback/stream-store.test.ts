import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openS3ObjectStore } from '@lakou/platform/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import { storeFolder } from './store-folder.ts';
import { STREAMS_FOLDER } from './stream-objects.ts';
import { openStreamStore, type StreamStore } from './stream-store.ts';

const stream = '00000000-0000-4000-8000-00000000000a';
const other = '00000000-0000-4000-8000-00000000000b';
const folder = mkdtempSync(join(tmpdir(), 'lakou-streams-'));
const made = join(folder, 'made');
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});
const settings = () => ({
  bucket: s3.bucket,
  endpoint: s3.endpoint,
  accessKeyId: s3.accessKeyId,
  secretAccessKey: s3.secretAccessKey,
});

function make(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), content);
  }
}

describe.each(['disk', 's3'] as const)('streams on %s', (place) => {
  let store: StreamStore;
  beforeEach(async () => {
    store = await openStreamStore({
      dataFolder: join(folder, 'data'),
      s3: place === 's3' ? settings() : undefined,
    });
    rmSync(made, { recursive: true, force: true });
    await store.remove(stream);
    await store.remove(other);
  });
  const read = async (file: string) => {
    const found = await store.read(stream, file, (size) => Buffer.alloc(size + 10));
    return found?.bytes?.toString();
  };

  test('are found whole, in pieces, or not at all', async () => {
    make({ 'v145/00000.m4s': '0123456789' });
    await store.adopt(stream, 'v145/00000.m4s', join(made, 'v145/00000.m4s'));
    expect(await store.find(stream, 'v145/00000.m4s')).toMatchObject({ size: 10 });
    expect(await read('v145/00000.m4s')).toBe('0123456789');
    expect(await text((await store.open(stream, 'v145/00000.m4s', { first: 2, last: 4 }))!)).toBe('234');
    const tooLarge = await store.read(stream, 'v145/00000.m4s', () => undefined);
    expect(tooLarge).toMatchObject({ size: 10, bytes: undefined });
    for (const missing of ['v145/00001.m4s', 'v145/00000.m4s/x']) {
      expect(await store.find(stream, missing)).toBeUndefined();
      expect(await store.open(stream, missing)).toBeUndefined();
    }
    expect(await store.read(other, 'v145/00000.m4s', (size) => Buffer.alloc(size))).toBeUndefined();
  });

  test('take a folder over, and once more when it has grown; segments stay, playlists are renewed', async () => {
    make({ 'master.m3u8': 'two rungs', 'v145/playlist.m3u8': 'a', 'v145/00000.m4s': 'first' });
    await storeFolder(store, stream, made);
    make({ 'master.m3u8': 'six rungs', 'v145/00000.m4s': 'never', 'v4500/00000.m4s': 'more' });
    // The encoder writes to a new file and renames it; stored segments must not change.
    await storeFolder(store, stream, made);
    expect(await read('master.m3u8')).toBe('six rungs');
    expect(await read('v4500/00000.m4s')).toBe('more');
  });

  test('are listed and removed as a whole, and are not mistaken for uploads', async () => {
    make({ 'master.m3u8': 'a', 'v145/00000.m4s': 'b' });
    for (const id of [stream, other]) await storeFolder(store, id, made);
    expect((await Array.fromAsync(store.list())).toSorted()).toEqual([stream, other]);
    if (place === 's3') {
      const uploads = await openS3ObjectStore({ ...settings(), excludedFolders: [STREAMS_FOLDER] });
      expect(await Array.fromAsync(uploads.list())).toEqual([]);
    }
    await store.remove(stream);
    expect(await Array.fromAsync(store.list())).toEqual([other]);
    expect(await store.find(stream, 'v145/00000.m4s')).toBeUndefined();
  });
});
