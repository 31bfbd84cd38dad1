import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf } from '../../support/test-server.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld({ largestObject: 200_000 });
  const service = world.as('service');
  await service.createBucket('desk');
  await service.from('movies').upload('movies/film.mp4', filmOf(1000), { contentType: 'video/mp4' });
});
afterAll(() => world.close());

const png = { contentType: 'image/png' };
const desk = () => world.as('service').from('desk');

/** The first bytes of an MP4, then nothing in particular. */
function filmOf(bytes: number): Buffer {
  return Buffer.concat([
    Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex'),
    Buffer.alloc(bytes),
  ]);
}

describe('ownership', () => {
  test('a member cannot upload into another member’s folder, and no byte is stored', async () => {
    const before = await Array.fromAsync(world.storage.store.list());
    const pictures = world.as('member').from('profile-images');
    const { error } = await pictures.upload(`${idOf.subscriber}/x.png`, onePixel, png);
    expect(error).toMatchObject({ status: 400, statusCode: '403', code: 'AccessDenied' });
    expect(await Array.fromAsync(world.storage.store.list())).toEqual(before);
  });

  test('an upload is refused before its body is sent', async () => {
    const head = [
      'POST /storage/v1/object/movies/movies/mine.mp4 HTTP/1.1',
      'host: lakou',
      `authorization: Bearer ${world.tokenOf('member')}`,
      'content-type: video/mp4',
      'content-length: 100000',
      '\r\n',
    ];
    const answer = await sayAndListen(head.join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('row-level security');
  });

  test.each(['visitor', 'member', 'subscriber'] as const)(
    'a %s neither reads, lists, signs, changes nor removes a film',
    async (who) => {
      const films = world.as(who).from('movies');
      const name = 'movies/film.mp4';
      expect((await films.download(name)).error).toMatchObject({ statusCode: '404' });
      expect((await films.info(name)).error).toMatchObject({ statusCode: '404' });
      expect((await films.list('movies')).data).toEqual([]);
      expect((await films.listV2({ prefix: '' })).data?.objects).toEqual([]);
      expect((await films.createSignedUrl(name, 60)).error).toMatchObject({ statusCode: '404' });
      const [many] = (await films.createSignedUrls([name], 60)).data ?? [];
      expect(many).toMatchObject({ error: expect.stringContaining('do not have access'), signedURL: null });
      expect((await films.createSignedUploadUrl('movies/new.mp4')).error).toMatchObject({
        statusCode: '403',
      });
      expect(
        (await films.upload(name, filmOf(9), { contentType: 'video/mp4', upsert: true })).error,
      ).toMatchObject({
        statusCode: '403',
      });
      expect((await films.move(name, 'movies/gone.mp4')).error).toMatchObject({ statusCode: '404' });
      expect(
        (await films.copy(name, 'mine.mp4', { destinationBucket: 'profile-images' })).error,
      ).toMatchObject({
        statusCode: '404',
      });
      expect((await films.remove([name])).data).toEqual([]);
      expect((await world.fetch(`/object/movies/${name}`, { as: who, method: 'DELETE' })).status).toBe(400);
    },
  );

  test('a private bucket has no public address', async () => {
    const { data } = world.as('visitor').from('movies').getPublicUrl('movies/film.mp4');
    const answer = await fetch(data.publicUrl);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' });
    expect((await world.fetch('/object/info/public/movies/movies/film.mp4')).status).toBe(400);
    expect((await world.fetch('/render/image/public/movies/movies/film.mp4?width=10')).status).toBe(400);
  });

  test('a member cannot move their image into another member’s folder', async () => {
    const pictures = world.as('member').from('profile-images');
    const name = `${idOf.member}/mine.png`;
    expect((await pictures.upload(name, onePixel, png)).error).toBeNull();
    expect((await pictures.move(name, `${idOf.admin}/mine.png`)).error).toMatchObject({ statusCode: '403' });
    expect((await pictures.copy(name, `${idOf.admin}/mine.png`)).error).toMatchObject({ statusCode: '403' });
    expect((await pictures.exists(name)).data).toBe(true);
  });

  test('a changed token, a signed URL’s token and a wrong key are refused', async () => {
    const token = world.tokenOf('admin');
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ role: 'service_role', exp: 9_999_999_999 })).toString(
      'base64url',
    );
    const link = await world.as('admin').from('movies').createSignedUrl('movies/film.mp4', 60);
    const linkToken = new URL(link.data?.signedUrl ?? '').searchParams.get('token');
    for (const forged of [`${head}.${claims}.${signature}`, `${token}x`, linkToken, 'nonsense', '']) {
      for (const headers of [{ authorization: `Bearer ${forged}` }, { apikey: forged ?? '' }]) {
        const answer = await world.fetch('/object/movies/movies/film.mp4', { headers });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' });
      }
    }
  });
});

test('a client without token and key gets the error of Supabase Storage', async () => {
  for (const [path, method] of [
    ['/bucket', 'GET'],
    ['/object/list/movies', 'POST'],
    ['/object/authenticated/movies/movies/film.mp4', 'GET'],
    ['/object/info/authenticated/movies/movies/film.mp4', 'GET'],
    ['/render/image/authenticated/banners/x.png', 'GET'],
    ['/cdn/movies/movies/film.mp4', 'DELETE'],
  ] as const) {
    const answer = await world.fetch(path, { method });
    expect(answer.status, path).toBe(400);
    expect(await answer.json(), path).toMatchObject({
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
    });
  }
  const resumable = await world.fetch('/upload/resumable', { method: 'POST' });
  expect(await resumable.json()).toMatchObject({ statusCode: '403', message: 'Invalid Compact JWS' });
});

describe('content type', () => {
  test('a bucket accepts its types only', async () => {
    const banners = world.as('admin').from('banners');
    for (const contentType of [
      'text/html',
      'image/svg+xml',
      'application/pdf',
      '',
      'nonsense',
      'image/png\u00e9',
    ]) {
      const file = new Blob(['<script>alert(1)</script>'], { type: contentType });
      const { error } = await banners.upload('x.png', file);
      expect(error, contentType).toMatchObject({ status: 400, statusCode: '415' });
    }
  });

  test.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['a page with blanks before it', Buffer.from(`${' '.repeat(5000)}<html>`)],
    ['a film', filmOf(5000)],
    ['a picture of many layers', Buffer.from('384250530001000000000000', 'hex')],
  ])('%s called image/png is not taken as a picture', async (_what, bytes) => {
    const banners = world.as('admin').from('banners');
    for (const body of [bytes, new Blob([new Uint8Array(bytes)], { type: 'image/png' })]) {
      const { error } = await banners.upload('lie.png', body, png);
      expect(error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    }
    expect((await banners.exists('lie.png')).data).toBe(false);
  });

  test('a JPEG declared as image/png is accepted: it is an image', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex');
    const { error } = await world.as('admin').from('banners').upload('jpeg.png', jpeg, png);
    expect(error).toBeNull();
  });

  test('a script declared as video/mp4 is refused', async () => {
    const { error } = await world
      .as('admin')
      .from('movies')
      .upload('movies/lie.mp4', Buffer.from('#!/bin/sh\nrm -rf /'), { contentType: 'video/mp4' });
    expect(error).toMatchObject({ statusCode: '415' });
  });
});

describe('size', () => {
  test('an upload that is too large is refused, with and without a declared length', async () => {
    await world.as('service').createBucket('small', { public: false, fileSizeLimit: 1000 });
    const small = world.as('service').from('small');
    const body = Buffer.alloc(1001);
    for (const upload of [body, new Blob([body]), new Blob([body]).stream()]) {
      const { error } = await small.upload('x.bin', upload, { contentType: 'application/octet-stream' });
      expect(error).toMatchObject({
        status: 400,
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      });
    }
    expect((await small.upload('x.bin', Buffer.alloc(1000))).error).toBeNull();
    await desk().upload('large.bin', body);
    expect((await desk().copy('large.bin', 'y.bin', { destinationBucket: 'small' })).error?.statusCode).toBe(
      '413',
    );
    expect((await desk().move('large.bin', 'y.bin', { destinationBucket: 'small' })).error?.statusCode).toBe(
      '413',
    );
  });

  test('the server’s own limit holds where a bucket has none', async () => {
    expect((await desk().upload('x.bin', Buffer.alloc(200_001))).error?.statusCode).toBe('413');
  });

  test('an aborted upload leaves nothing', async () => {
    const before = await Array.fromAsync(world.storage.store.list());
    const head = [
      'POST /storage/v1/object/desk/broken.bin HTTP/1.1',
      'host: lakou',
      `authorization: Bearer ${world.tokenOf('service')}`,
      'content-length: 100000',
      '\r\n',
    ];
    const port = Number(new URL(world.url).port);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head.join('\r\n')}${'x'.repeat(50_000)}`);
    await new Promise((done) => setTimeout(done, 300));
    socket.destroy();
    await expect.poll(async () => (await desk().exists('broken.bin')).data).toBe(false);
    expect(await Array.fromAsync(world.storage.store.list())).toEqual(before);
    await expect.poll(() => world.storage.store.removeIncompleteWrites(new Date(Date.now() + 1000))).toBe(0);
  });
});

describe('names', () => {
  const tricks = [
    'a/../../b',
    '../escape',
    'a//b',
    '/a',
    'a/',
    './a',
    'a/.',
    'nul\0byte',
    'line\nbreak',
    'back\\slash',
    'x'.repeat(1025),
    `${'y'.repeat(256)}/a`,
    'tilde~',
    'percent%41',
    'ti-péyi',
    '',
  ];

  test.each(tricks)('%j is not a valid object name', async (name) => {
    const path = name
      .split('')
      .map((c) => (c === '/' ? '%2F' : c === '.' ? '%2E' : encodeURIComponent(c)))
      .join('');
    const upload = await world.fetch(`/object/desk/${path}`, { as: 'service', method: 'POST', body: 'x' });
    expect(upload.status).toBeGreaterThanOrEqual(400);
    expect(upload.status).toBeLessThan(500);
    const body = JSON.stringify({ bucketId: 'desk', sourceKey: 'there.txt', destinationKey: name });
    for (const action of ['move', 'copy']) {
      const answer = await world.fetch(`/object/${action}`, { as: 'service', method: 'POST', body });
      expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidKey' });
    }
    const removal = JSON.stringify({ prefixes: [name] });
    const removed = await world.fetch('/object/desk', { as: 'service', method: 'DELETE', body: removal });
    expect(await removed.json()).toMatchObject({ error: 'InvalidKey' });
  });

  test.each(['..', '%2e%2e', '..%2f..', '%00', 'a%2fb'])('%s is not a valid bucket name', async (bucket) => {
    const path = `/storage/v1/object/public/${bucket}/x`;
    const answer = await sayAndListen(`GET ${path} HTTP/1.1\r\nhost: lakou\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  test('names with every allowed character work', async () => {
    const name = "folder one/!-_.*'()&$@=;:+,/File 1.txt";
    expect((await desk().upload(name, 'odd but fine')).error).toBeNull();
    expect(await (await desk().download(name)).data?.text()).toBe('odd but fine');
    const { data } = await desk().createSignedUrl(name, 60);
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('odd but fine');
    expect((await desk().list('folder one')).data).toHaveLength(1);
  });

  test('an object can have another one’s name as its folder', async () => {
    await desk().upload('both', 'x');
    expect((await desk().upload('both/below', 'y')).error).toBeNull();
    const version = (await desk().info('both')).data?.version;
    expect((await desk().upload(`both/${version}/inside`, 'z')).error).toMatchObject({ code: 'InvalidKey' });
    expect(await (await desk().download('both')).data?.text()).toBe('x');
  });
});

test('an unknown request gets an error', async () => {
  for (const [method, path, body] of [
    ['GET', '/nowhere'],
    ['POST', '/object/move', 'not json'],
    ['POST', '/object/sign/desk/x', '{"expiresIn":-1}'],
    ['POST', '/object/list/desk', '{"limit":"many"}'],
    ['DELETE', '/object/desk', '{}'],
    ['POST', '/bucket', '[]'],
  ] as const) {
    const answer = await world.fetch(path, { as: 'service', method, ...(body ? { body } : {}) });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
    expect(await answer.json(), path).toMatchObject({
      statusCode: expect.any(String),
      message: expect.any(String),
    });
  }
  expect(world.problems).toEqual([]);
});

/** The server's response to bytes that no client library would send. */
function sayAndListen(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1', () => socket.write(request));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (received.includes('}')) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}
