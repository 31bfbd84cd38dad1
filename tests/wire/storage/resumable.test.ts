import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf, type Who } from '../../support/test-server.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld({ resumableMs: 3_600_000 });
  await world.as('service').createBucket('reels', { public: false, fileSizeLimit: 5_000_000 });
});
afterAll(() => world.close());

const reels = () => world.as('service').from('reels');
const film = Buffer.concat([
  Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex'),
  randomBytes(3_000_000),
]);

interface Sending {
  who?: Who;
  bucket?: string;
  headers?: Record<string, string>;
  path?: string;
  options?: Partial<tus.UploadOptions>;
  metadata?: Record<string, string>;
}

/** An upload with the client that Supabase's guide recommends. */
function begin(
  name: string,
  bytes: Buffer,
  sending: Sending = {},
): { upload: tus.Upload; done: Promise<void> } {
  const { who = 'service', bucket = 'reels', headers, path = '', options, metadata } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new tus.Upload(bytes, {
    endpoint: `${world.url}/storage/v1/upload/resumable${path}`,
    headers: headers ?? { authorization: `Bearer ${world.tokenOf(who)}` },
    retryDelays: [],
    chunkSize: 1_000_000,
    uploadDataDuringCreation: true,
    metadata: {
      bucketName: bucket,
      objectName: name,
      contentType: 'video/mp4',
      cacheControl: '3600',
      ...metadata,
    },
    onError: reject,
    onSuccess: () => resolve(),
    ...options,
  });
  upload.start();
  return { upload, done: promise };
}

const send = (name: string, bytes: Buffer, sending?: Sending) => begin(name, bytes, sending).done;
const refusal = (name: string, bytes: Buffer, sending?: Sending): Promise<{ status: number; body: string }> =>
  send(name, bytes, sending).then(
    () => ({ status: 200, body: '' }),
    (error: tus.DetailedError) => ({
      status: error.originalResponse?.getStatus() ?? 0,
      body: error.originalResponse?.getBody() ?? String(error),
    }),
  );
const bytesOf = async (name: string) =>
  Buffer.from((await (await reels().download(name)).data?.arrayBuffer()) ?? new ArrayBuffer(0));
const waiting = () =>
  readdirSync(join(world.folder, 'storage', 'resumable')).filter((name) => name.endsWith('.bytes'));

test('a film uploaded in parts becomes an object like any other', async () => {
  await send('whole.mp4', film, { metadata: { metadata: JSON.stringify({ reel: 1 }) } });
  expect(await bytesOf('whole.mp4')).toEqual(film);
  expect((await reels().info('whole.mp4')).data).toMatchObject({
    size: film.length,
    contentType: 'video/mp4',
    cacheControl: 'max-age=3600',
    metadata: { reel: 1 },
  });
  expect(waiting()).toEqual([]);
});

test('an empty file can be uploaded as well', async () => {
  await send('empty.txt', Buffer.alloc(0), { metadata: { contentType: 'text/plain' } });
  expect((await reels().info('empty.txt')).data?.size).toBe(0);
});

test('an upload continues after a broken connection and after a restart of the server', async () => {
  const first = begin('broken.mp4', film, { options: { chunkSize: 1_000_000 } });
  await new Promise<void>((reached) => {
    first.upload.options.onChunkComplete = (_size, accepted) => {
      if (accepted >= 1_000_000) reached();
    };
  });
  await first.upload.abort();
  const uploadUrl = first.upload.url ?? '';
  // A part that breaks off: the client declares more than it sends, then disconnects.
  const offset = await offsetOf(uploadUrl);
  await sendHalf(uploadUrl, offset, film.subarray(offset, offset + 300_000), 900_000);
  await world.restart();
  const after = await offsetOf(uploadUrl);
  expect(after).toBeGreaterThan(offset);
  await send('broken.mp4', film, { options: { uploadUrl } });
  expect(await bytesOf('broken.mp4')).toEqual(film);
});

test('a client that missed the last response learns that the upload is complete', async () => {
  const { upload, done } = begin('unconfirmed.mp4', film);
  await done;
  expect(await offsetOf(upload.url ?? '')).toBe(film.length);
  await send('unconfirmed.mp4', film, { options: { uploadUrl: upload.url ?? '' } });
});

test('the policy is checked before the first byte', async () => {
  for (const who of ['visitor', 'member'] as const) {
    const answer = await refusal('movies/x.mp4', film, { who, bucket: 'movies' });
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('row-level security') });
  }
  const foreign = {
    who: 'member' as const,
    bucket: 'profile-images',
    metadata: { contentType: 'image/png' },
  };
  expect((await refusal(`${idOf.admin}/x.png`, onePixel, foreign)).status).toBe(403);
  expect(await refusal(`${idOf.member}/x.png`, onePixel, foreign)).toEqual({ status: 200, body: '' });
  const [row] = await world.database.query('select owner_id from storage.objects where name = $1', [
    `${idOf.member}/x.png`,
  ]);
  expect(row).toEqual({ owner_id: idOf.member });
  expect(waiting()).toEqual([]);
});

test('an upload that is too large, of a wrong type, or with a taken or invalid name is refused at creation', async () => {
  const large = await refusal('large.mp4', Buffer.alloc(5_000_001));
  expect(large).toEqual({ status: 413, body: 'Maximum size exceeded\n' });
  const pictures = { bucket: 'banners', metadata: { contentType: 'text/html' } };
  expect((await refusal('page.html', Buffer.from('<html>'), pictures)).status).toBe(415);
  expect((await refusal('whole.mp4', film)).status).toBe(409);
  for (const name of ['../x', 'a//b', 'nul\0', '']) expect((await refusal(name, film)).status).toBe(400);
  expect((await refusal('x.mp4', film, { bucket: 'ghost' })).status).toBe(404);
  expect((await refusal('x.mp4', film, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(400);
  expect(waiting()).toEqual([]);
});

test('a deferred length is held to the limit while it grows', async () => {
  const sending = { options: { uploadLengthDeferred: true, uploadDataDuringCreation: false } };
  await send('deferred.mp4', film, sending);
  expect(await bytesOf('deferred.mp4')).toEqual(film);
  const answer = await refusal('too-long.mp4', Buffer.concat([film, Buffer.alloc(3_000_000)]), sending);
  expect(answer.status).toBe(413);
  expect((await reels().exists('too-long.mp4')).data).toBe(false);
});

test('a script declared as a film is refused, in one part or many', async () => {
  const script = Buffer.from('#!/bin/sh\necho "not a film"\n'.repeat(1000));
  for (const chunkSize of [1_000_000, 1000]) {
    expect((await refusal('script.mp4', script, { options: { chunkSize } })).status).toBe(415);
  }
  const short = Buffer.from('#!/bin/sh');
  expect((await refusal('short.mp4', short)).status).toBe(415);
  expect((await reels().exists('short.mp4')).data).toBe(false);
});

test('nobody can continue, inspect or end another member’s upload', async () => {
  const address = await create('member', 'profile-images', `${idOf.member}/later.png`, 'image/png');
  for (const method of ['HEAD', 'DELETE', 'PATCH']) {
    const answer = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${world.tokenOf('subscriber')}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      ...(method === 'PATCH' ? { body: 'x' } : {}),
    });
    expect(answer.status, method).toBe(404);
  }
  const ended = await fetch(address, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${world.tokenOf('member')}`, 'tus-resumable': '1.0.0' },
  });
  expect(ended.status).toBe(204);
});

test('an upload in parts by signed URL belongs to the link’s creator', async () => {
  const name = `${idOf.member}/linked.png`;
  const { data } = await world.as('member').from('profile-images').createSignedUploadUrl(name);
  const token = data?.token ?? '';
  const sending = {
    bucket: 'profile-images',
    path: '/sign',
    metadata: { contentType: 'image/png' },
    headers: { 'x-signature': token },
    options: { chunkSize: 30, uploadDataDuringCreation: false },
  };
  expect((await refusal(`${idOf.member}/other.png`, onePixel, sending)).status).toBe(400);
  expect(
    (await refusal(name, onePixel, { ...sending, headers: { 'x-signature': `${token}x` } })).status,
  ).toBe(400);
  expect((await refusal(name, onePixel, { ...sending, headers: {} })).status).toBe(400);
  await send(name, onePixel, sending);
  const [row] = await world.database.query('select owner_id from storage.objects where name = $1', [name]);
  expect(row).toEqual({ owner_id: idOf.member });
});

test('an upload with upsert replaces the object', async () => {
  const headers = { authorization: `Bearer ${world.tokenOf('service')}`, 'x-upsert': 'true' };
  const other = Buffer.concat([film.subarray(0, 24), Buffer.from('another film')]);
  await send('whole.mp4', other, { headers });
  expect(await bytesOf('whole.mp4')).toEqual(other);
});

test('an upload is refused at its end when the right was revoked meanwhile', async () => {
  const name = 'movies/late.mp4';
  const uploadUrl = await create('admin', 'movies', name, 'video/mp4');
  await world.database.query(
    'create policy "not any more" on storage.objects as restrictive for insert to authenticated with check (false)',
  );
  const answer = await refusal(name, film, {
    who: 'admin',
    bucket: 'movies',
    options: { uploadUrl },
  });
  await world.database.query('drop policy "not any more" on storage.objects');
  expect(answer.status).toBe(403);
  const stored = await Array.fromAsync(world.storage.store.list());
  expect(stored.filter((key) => key.name === name)).toEqual([]);
});

test('expired uploads are deleted, others are not', async () => {
  const abandoned = await create('service', 'reels', 'abandoned.mp4', 'video/mp4');
  const fresh = await create('service', 'reels', 'fresh.mp4', 'video/mp4');
  const id = abandoned.slice(abandoned.lastIndexOf('/') + 1);
  await world.database.query(
    `update platform.uploads set changed_at = now() - interval '4000 seconds' where id = $1`,
    [id],
  );
  expect(await statusOf(abandoned)).toBe(410);
  expect((await world.storage.sweep()).abandonedUploads).toBe(1);
  expect(await statusOf(abandoned)).toBe(404);
  expect(waiting()).not.toContain(`${id}.bytes`);
  expect(await statusOf(fresh)).toBe(200);
});

test('OPTIONS lists the supported extensions', async () => {
  const answer = await world.fetch('/upload/resumable', { method: 'OPTIONS' });
  expect(answer.headers.get('tus-version')).toBe('1.0.0');
  expect(answer.headers.get('tus-extension')).toContain('expiration');
  expect(world.problems).toEqual([]);
});

const tusHeaders = () => ({ authorization: `Bearer ${world.tokenOf('service')}`, 'tus-resumable': '1.0.0' });

/** Creates an upload without sending data. */
async function create(who: Who, bucket: string, name: string, contentType: string): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = Object.entries({ bucketName: bucket, objectName: name, contentType });
  const answer = await world.fetch('/upload/resumable', {
    as: who,
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(film.length),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(','),
    },
  });
  expect(answer.status).toBe(201);
  return new URL(answer.headers.get('location') ?? '', world.url).href;
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address, { method: 'HEAD', headers: tusHeaders() })).status;
}

async function offsetOf(address: string): Promise<number> {
  const answer = await fetch(address, { method: 'HEAD', headers: tusHeaders() });
  return Number(answer.headers.get('upload-offset') ?? Number.NaN);
}

async function sendHalf(address: string, offset: number, bytes: Buffer, claimed: number): Promise<void> {
  const { port, pathname } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    `PATCH ${pathname} HTTP/1.1`,
    'host: lakou',
    ...Object.entries(tusHeaders()).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/offset+octet-stream',
    `upload-offset: ${offset}`,
    `content-length: ${claimed}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const before = incomingBytes();
  socket.write(bytes);
  await expect.poll(incomingBytes, { timeout: 20_000 }).toBeGreaterThan(before);
  socket.destroy();
}

/** What the server has stored of unfinished uploads. */
function incomingBytes(): number {
  const entries = readdirSync(join(world.folder, 'storage'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
