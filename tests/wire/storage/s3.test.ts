import { randomBytes } from 'node:crypto';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { S3ObjectStore } from '../../../platform/src/storage/s3-object-store.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

const MB = 1024 ** 2;
const film = randomBytes(12 * MB);
let s3: S3Server;
let world: StorageWorld;
beforeAll(async () => {
  s3 = await startS3Server();
  const store = new S3ObjectStore({ ...s3, partBytes: 5 * MB, copyWholeBytes: 5 * MB });
  world = await openStorageWorld({ store });
  await world.as('service').createBucket('reels');
});
beforeEach(() => {
  s3.operations.length = 0;
});
afterAll(async () => {
  await world.close();
  await s3.close();
});

const reels = () => world.as('service').from('reels');
const bytesOf = async (name: string) =>
  Buffer.from((await (await reels().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer(0));
const keysOf = (name: string) => [...s3.objects.keys()].filter((key) => key.startsWith(`reels/${name}/`));

test('a small object goes to S3 in one request and comes back', async () => {
  expect((await reels().upload('small.png', onePixel, { contentType: 'image/png' })).error).toBeNull();
  expect(s3.operations).toEqual(['PutObject']);
  expect(await bytesOf('small.png')).toEqual(onePixel);
  expect((await reels().info('small.png')).data?.size).toBe(onePixel.length);
});

test('a large object is uploaded in parts, and ranges are read as ranges', async () => {
  expect((await reels().upload('film.bin', film)).error).toBeNull();
  expect(s3.operations.filter((operation) => operation === 'UploadPart')).toHaveLength(3);
  expect((await bytesOf('film.bin')).equals(film)).toBe(true);
  const piece = await world.fetch('/object/reels/film.bin', {
    as: 'service',
    headers: { range: 'bytes=6000000-6000009' },
  });
  expect(piece.status).toBe(206);
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(film.subarray(6_000_000, 6_000_010));
  expect(
    (await world.fetch('/object/reels/film.bin', { as: 'service', method: 'HEAD' })).headers.get(
      'content-length',
    ),
  ).toBe(String(film.length));
});

test('objects are copied and moved inside S3, large ones part by part', async () => {
  await reels().upload("odd & 'name'.bin", film.subarray(0, MB));
  expect((await reels().copy("odd & 'name'.bin", 'copy.bin')).error).toBeNull();
  expect(s3.operations).toContain('CopyObject');
  expect(await bytesOf('copy.bin')).toEqual(film.subarray(0, MB));
  expect((await reels().move('film.bin', 'moved.bin')).error).toBeNull();
  expect(s3.operations.filter((operation) => operation === 'UploadPartCopy')).toHaveLength(3);
  expect((await bytesOf('moved.bin')).equals(film)).toBe(true);
  expect(keysOf('film.bin')).toEqual([]);
});

test('replaced and removed objects leave S3', async () => {
  for (const body of ['one', 'two']) await reels().upload('note.txt', body, { upsert: true });
  expect(keysOf('note.txt')).toHaveLength(1);
  await reels().remove(['note.txt', 'copy.bin']);
  expect([...keysOf('note.txt'), ...keysOf('copy.bin')]).toEqual([]);
});

test('a resumable upload ends up in S3', async () => {
  await new Promise<void>((resolve, reject) => {
    new tus.Upload(film, {
      endpoint: `${world.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${world.tokenOf('service')}` },
      chunkSize: 6 * MB,
      metadata: { bucketName: 'reels', objectName: 'resumed.bin', contentType: 'application/octet-stream' },
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });
  expect((await bytesOf('resumed.bin')).equals(film)).toBe(true);
});

test('an upload that is too large or has a wrong type leaves nothing in S3', async () => {
  await world.as('service').createBucket('small', { public: false, fileSizeLimit: 6 * MB });
  const small = world.as('service').from('small');
  const blob = new Blob([film]);
  expect((await small.upload('x.bin', blob)).error?.statusCode).toBe('413');
  const script = new Blob(['#!/bin/sh'], { type: 'image/png' });
  expect((await small.upload('x.png', script)).error?.statusCode).toBe('415');
  expect([...s3.objects.keys()].filter((key) => key.startsWith('small/'))).toEqual([]);
  expect(s3.uploads.size).toBe(0);
});

test('when S3 fails, the upload fails, and no row is written', async () => {
  s3.failNext('PutObject');
  expect((await reels().upload('failed.txt', 'x')).error?.statusCode).toBe('500');
  expect((await reels().exists('failed.txt')).data).toBe(false);
  expect(world.problems.splice(0)).toHaveLength(1);
});

test('the sweeper removes orphans and aborts unfinished uploads in S3', async () => {
  for (let at = 0; at < 25; at += 1) await reels().upload(`many/${at}.txt`, String(at));
  const lost = keysOf('many/7.txt')[0] ?? '';
  s3.objects.delete(lost);
  s3.objects.set('reels/orphan.txt/11111111-1111-4111-8111-111111111111', {
    bytes: Buffer.from('x'),
    etag: '"x"',
    type: 'text/plain',
    modified: new Date(0),
  });
  s3.uploads.set('forgotten', { key: 'reels/x/y', parts: new Map(), begun: new Date(0) });
  const report = await world.storage.sweep({ graceMs: -1000 });
  expect(report).toMatchObject({
    rowsWithoutFile: ['reels/many/7.txt'],
    filesWithoutRow: ['reels/orphan.txt/11111111-1111-4111-8111-111111111111'],
    incompleteWrites: 1,
    heldBack: [],
  });
  expect((await reels().list('many')).data).toHaveLength(24);
  expect(s3.uploads.size).toBe(0);
});

test('images in S3 are transformed', async () => {
  const answer = await world.fetch('/render/image/authenticated/reels/small.png?width=1&format=webp', {
    as: 'service',
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('our requests are signed: the test server refuses others', async () => {
  expect((await fetch(`${s3.endpoint}/${s3.bucket}/x`)).status).toBe(403);
  expect(world.problems).toEqual([]);
});
