import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { S3ObjectStore } from '../../../platform/src/storage/s3-object-store.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf, type Who } from '../../support/test-server.ts';

/** Two services that share the database and S3 but no disk. */
const MB = 1024 ** 2;
const film = randomBytes(11 * MB + 123);
let s3: S3Server;
let world: StorageWorld;
let other: Awaited<ReturnType<StorageWorld['another']>>;
beforeAll(async () => {
  s3 = await startS3Server();
  const pictures = { 'profile-images': { maxSide: 64, maxPixels: 1_000_000 } };
  world = await openStorageWorld({ store: new S3ObjectStore({ ...s3 }), pictures });
  const folder = `${world.folder}/other`;
  other = await world.another({ store: new S3ObjectStore({ ...s3 }), folder });
  await world.as('service').createBucket('reels');
});
beforeEach(() => {
  s3.operations.length = 0;
});
afterAll(async () => {
  await other.close();
  await world.close();
  await s3.close();
});

const reels = () => world.as('service').from('reels');
const bytesOf = async (name: string) =>
  Buffer.from((await (await reels().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer(0));
const unfinishedKeys = () => [...s3.objects.keys()].filter((key) => key.startsWith('.unfinished/'));
const isClean = () => expect([unfinishedKeys(), s3.uploads.size]).toEqual([[], 0]);
const headersOf = (who: Who) => ({ authorization: `Bearer ${world.tokenOf(who)}`, 'tus-resumable': '1.0.0' });
const atOther = (address: string) => address.replace(world.url, other.url);

async function create(
  name: string,
  size: number | undefined,
  { who = 'service' as Who, bucket = 'reels', contentType = 'application/octet-stream' } = {},
): Promise<string> {
  const metadata = Object.entries({ bucketName: bucket, objectName: name, contentType })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const answer = await fetch(`${world.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...headersOf(who),
      'upload-metadata': metadata,
      ...(size === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
    },
  });
  expect([answer.status, await answer.text()]).toEqual([201, '']);
  return new URL(answer.headers.get('location') ?? '', world.url).href;
}

async function patch(
  address: string,
  offset: number,
  bytes: Buffer,
  who: Who = 'service',
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(address, {
    method: 'PATCH',
    headers: {
      ...headersOf(who),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...more,
    },
    body: new Uint8Array(bytes),
  });
}

async function head(address: string, who: Who = 'service'): Promise<{ status: number; offset: number }> {
  const answer = await fetch(address, { method: 'HEAD', headers: headersOf(who) });
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset') ?? Number.NaN) };
}

/** A part whose end never comes, until `break`. */
function sendHalf(address: string, offset: number, bytes: Buffer, claimed: number): { break(): void } {
  const outgoing = request(address, {
    method: 'PATCH',
    headers: {
      ...headersOf('service'),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(claimed),
    },
  });
  outgoing.on('error', () => {});
  outgoing.write(bytes);
  return { break: () => void outgoing.destroy() };
}

/** With the client that Supabase's guide recommends; each request goes to the next of the two services. */
function sendByTurns(name: string, bytes: Buffer, chunkSize: number): Promise<string[]> {
  const methods: string[] = [];
  return new Promise((resolve, reject) => {
    new tus.Upload(bytes, {
      endpoint: `${world.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${world.tokenOf('service')}` },
      chunkSize,
      retryDelays: [],
      metadata: { bucketName: 'reels', objectName: name, contentType: 'application/octet-stream' },
      httpStack: {
        getName: () => 'by turns',
        createRequest(method, address) {
          methods.push(method);
          const url = methods.length % 2 === 0 ? atOther(address) : address;
          return new tus.DefaultHttpStack({}).createRequest(method, url);
        },
      },
      onError: reject,
      onSuccess: () => resolve(methods),
    }).start();
  });
}

test.each([1, 3, 6])(
  'an upload in parts of %i MB goes on at another process with each part',
  async (size) => {
    const name = `turns-${size}.bin`;
    const methods = await sendByTurns(name, film, size * MB);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
    expect((await bytesOf(name)).equals(film)).toBe(true);
    isClean();
  },
);

test('what is shorter than a part is kept when the connection breaks, and read by another process', async () => {
  const address = await create('broken.bin', film.length);
  const sending = sendHalf(address, 0, film.subarray(0, 7 * MB), film.length);
  await expect.poll(() => s3.operations.includes('UploadPart'), { timeout: 20_000 }).toBe(true);
  sending.break();
  // The first part has 5 MB; of the rest as much is there as had arrived.
  await expect.poll(async () => (await head(atOther(address))).offset, { timeout: 20_000 }).toBe(7 * MB);
  expect(unfinishedKeys()).toHaveLength(1);
  expect((await patch(atOther(address), 7 * MB, film.subarray(7 * MB))).status).toBe(204);
  expect((await bytesOf('broken.bin')).equals(film)).toBe(true);
  isClean();
});

test('two processes never write one upload at once: the newer request ends the older', async () => {
  const address = await create('contested.bin', film.length);
  const sending = sendHalf(address, 0, film.subarray(0, 6 * MB), film.length);
  await expect.poll(() => s3.operations.includes('UploadPart'), { timeout: 20_000 }).toBe(true);
  const { offset } = await head(atOther(address));
  expect(offset).toBe(6 * MB);
  const older = await patch(address, 0, film);
  expect(older.status).toBe(409);
  expect((await patch(atOther(address), offset, film.subarray(offset))).status).toBe(204);
  sending.break();
  expect((await bytesOf('contested.bin')).equals(film)).toBe(true);
  isClean();
});

test('nothing is lost when S3 fails, whatever it was doing', { timeout: 120_000 }, async () => {
  for (const operation of [
    'UploadPart',
    'PutObject',
    'UploadPartCopy',
    'CompleteMultipartUpload',
    'GetObject',
  ]) {
    const name = `failed-${operation}.bin`;
    const address = await create(name, film.length);
    expect((await patch(address, 0, film.subarray(0, 6 * MB))).status).toBe(204);
    s3.failNext(operation);
    expect([operation, (await patch(address, 6 * MB, film.subarray(6 * MB))).status]).toEqual([
      operation,
      500,
    ]);
    expect((await reels().exists(name)).data).toBe(false);
    const found = await head(atOther(address));
    expect(found.offset).toBeGreaterThanOrEqual(6 * MB);
    if (found.offset < film.length)
      expect((await patch(atOther(address), found.offset, film.subarray(found.offset))).status).toBe(204);
    expect((await bytesOf(name)).equals(film)).toBe(true);
    isClean();
  }
  expect(world.problems.splice(0).length).toBeGreaterThan(4);
});

test('the sweep leaves unfinished uploads alone, also one that is complete and has no row yet', async () => {
  const begun = await create('begun.bin', film.length);
  expect((await patch(begun, 0, film.subarray(0, 6 * MB))).status).toBe(204);
  const complete = await create('complete.bin', film.length);
  s3.failNext('GetObject');
  expect((await patch(complete, 0, film)).status).toBe(500);
  for (const upload of s3.uploads.values()) upload.begun = new Date(0);
  for (const object of s3.objects.values()) object.modified = new Date(Date.now() - 7_200_000);
  const report = await world.storage.sweep();
  expect(report).toMatchObject({ filesWithoutRow: [], incompleteWrites: 0, abandonedUploads: 0 });
  expect((await head(begun)).offset).toBe(6 * MB);
  expect((await head(atOther(complete))).offset).toBe(film.length);
  expect((await bytesOf('complete.bin')).equals(film)).toBe(true);
  expect((await patch(begun, 6 * MB, film.subarray(6 * MB))).status).toBe(204);
  isClean();
  world.problems.length = 0;
});

test('an expired upload and one of a deleted account are aborted, and nothing of them stays in S3', async () => {
  const expired = await create('expired.bin', film.length);
  expect((await patch(expired, 0, film.subarray(0, 6 * MB))).status).toBe(204);
  const picture = {
    who: 'member' as Who,
    bucket: 'profile-images',
    contentType: 'image/png',
  };
  const owned = await create(`${idOf.member}/gone.png`, onePixel.length, picture);
  expect((await patch(owned, 0, onePixel.subarray(0, 30), 'member')).status).toBe(204);
  await world.database.query(
    `update platform.uploads set changed_at = now() - interval '25 hours' where name = 'expired.bin'`,
  );
  // What the deletion of an account does.
  await world.database.query('delete from storage.s3_multipart_uploads where owner_id = $1', [idOf.member]);
  expect([(await head(expired)).status, (await head(owned, 'member')).status]).toEqual([410, 404]);
  expect((await other.storage.sweep()).abandonedUploads).toBe(2);
  expect([(await head(expired)).status, (await head(owned, 'member')).status]).toEqual([404, 404]);
  isClean();
});

test('a refused upload leaves nothing, and one that is cancelled neither', async () => {
  const script = Buffer.from('#!/bin/sh\n'.repeat(2000));
  const refused = await create('script.mp4', script.length, { contentType: 'video/mp4' });
  for (let at = 0; at < 2000; at += 1000)
    expect((await patch(refused, at, script.subarray(at, at + 1000))).status).toBe(204);
  expect((await patch(refused, 2000, script.subarray(2000))).status).toBe(415);
  expect((await head(refused)).status).toBe(404);
  const cancelled = await create('cancelled.bin', film.length);
  expect((await patch(cancelled, 0, film.subarray(0, 6 * MB))).status).toBe(204);
  const answer = await fetch(atOther(cancelled), { method: 'DELETE', headers: headersOf('service') });
  expect(answer.status).toBe(204);
  expect((await head(cancelled)).status).toBe(404);
  expect([...s3.objects.keys()].filter((key) => /script|cancelled/.test(key))).toEqual([]);
  isClean();
});

test('empty files, a length that is known later, and pictures that are drawn again', async () => {
  const empty = await create('empty.txt', 0, { contentType: 'text/plain' });
  expect((await head(atOther(empty))).offset).toBe(0);
  expect((await reels().info('empty.txt')).data?.size).toBe(0);

  const deferred = await create('deferred.bin', undefined);
  expect((await patch(deferred, 0, film.subarray(0, 6 * MB))).status).toBe(204);
  const length = { 'upload-length': String(film.length) };
  expect((await patch(atOther(deferred), 6 * MB, film.subarray(6 * MB), 'service', length)).status).toBe(204);
  expect((await bytesOf('deferred.bin')).equals(film)).toBe(true);

  const name = `${idOf.member}/drawn.png`;
  const picture = await create(name, onePixel.length, {
    who: 'member',
    bucket: 'profile-images',
    contentType: 'image/png',
  });
  expect((await patch(picture, 0, onePixel.subarray(0, 20), 'member')).status).toBe(204);
  expect((await patch(atOther(picture), 20, onePixel.subarray(20), 'member')).status).toBe(204);
  // Only the drawn version is left, not the one that was uploaded.
  expect([...s3.objects.keys()].filter((key) => key.includes(name))).toHaveLength(1);
  isClean();
  expect(world.problems).toEqual([]);
});
