import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

const CACHE_BYTES = 700_000;
let world: StorageWorld;
let photo: Buffer;
beforeAll(async () => {
  world = await openStorageWorld({ rendering: { cacheBytes: CACHE_BYTES } });
  photo = await sharp({
    create: {
      width: 800,
      height: 400,
      channels: 3,
      background: '#246',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  const service = world.as('service');
  await service.createBucket('closed');
  await service.createBucket('open', { public: true });
  for (const bucket of ['open', 'closed']) {
    await service.from(bucket).upload('photo.jpg', photo, { contentType: 'image/jpeg' });
  }
  await world.storage.renditionsMade();
});
afterAll(() => world.close());

/** The answer once nothing stands in for it any more. */
async function look(query: string, accept = 'image/jpeg') {
  const path = `/render/image/public/open/photo.jpg?${query}`;
  await (await world.fetch(path, { headers: { accept } })).arrayBuffer();
  await world.storage.renditionsMade();
  const answer = await world.fetch(path, { headers: { accept } });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { size: `${width}x${height}`, format, type: answer.headers.get('content-type') };
}

test.each([
  ['width=320', '320x160'],
  ['width=200', '320x160'],
  ['height=100', '320x160'],
  ['width=100&height=100', '160x160'],
  ['width=100&height=100&resize=cover', '160x160'],
  ['width=100&height=100&resize=contain', '160x80'],
  ['width=100&height=100&resize=fill', '160x160'],
  ['width=103&height=98', '160x160'],
  ['width=640&height=360', '640x360'],
  ['width=2000', '800x400'],
  ['width=2500&height=2500', '400x400'],
  ['width=999999&height=999999', '400x400'],
  ['quality=30', '800x400'],
])('%s is answered with the next fixed size, %s', async (query, size) => {
  expect((await look(query)).size).toBe(size);
});

test('the best format that the browser accepts is sent, with Vary', async () => {
  expect((await look('width=50', 'image/avif,image/webp,*/*')).type).toBe('image/avif');
  expect((await look('width=50', 'image/webp,*/*')).format).toBe('webp');
  expect((await look('width=50', '*/*')).type).toBe('image/jpeg');
  expect((await look('width=50', 'image/avif;q=0, image/webp;q=0.5')).type).toBe('image/webp');
  expect((await look('width=50&format=origin', 'image/avif')).type).toBe('image/jpeg');
  expect((await look('width=50&format=webp', '*/*')).type).toBe('image/webp');
  const answer = await world.fetch('/render/image/public/open/photo.jpg?width=50');
  expect(answer.headers.get('vary')).toContain('accept');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the official client’s URLs lead to transformed images', async () => {
  const { data } = world
    .as('visitor')
    .from('open')
    .getPublicUrl('photo.jpg', { transform: { width: 160, format: 'origin' } });
  await (await fetch(data.publicUrl)).arrayBuffer();
  await world.storage.renditionsMade();
  expect(await widthOf(await fetch(data.publicUrl))).toBe(160);
  const closed = world.as('service').from('closed');
  const downloaded = await closed.download('photo.jpg', {
    transform: { width: 160, height: 160, quality: 50 },
  });
  expect(await widthOf(new Response(downloaded.data))).toBe(160);
  const signed = await closed.createSignedUrl('photo.jpg', 60, { transform: { width: 70 } });
  const url = new URL(signed.data?.signedUrl ?? '');
  expect(url.pathname).toBe('/storage/v1/render/image/sign/closed/photo.jpg');
  url.searchParams.set('width', '700');
  expect(await widthOf(await fetch(url))).toBe(160);
});

test.each([
  ['width=200&height=200&quality=60', 'height:200,width:200,resizing_type:fill,quality:60'],
  ['height=90&resize=contain&format=origin', 'height:90,resizing_type:fit'],
  ['width=90&resize=fill&format=webp', 'width:90,resizing_type:force,format:webp'],
  ['', null],
])('the answer to %j names what was done to the picture', async (query, done) => {
  const answer = await world.fetch(`/render/image/public/open/photo.jpg?${query}`);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect(answer.headers.get('x-transformations')).toBe(done);
});

test('a transformed image is downloaded under the requested name', async () => {
  const signed = await world
    .as('service')
    .from('closed')
    .createSignedUrl('photo.jpg', 60, { transform: { width: 70 }, download: 'small.jpg' });
  const answer = await fetch(signed.data?.signedUrl ?? '');
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="small.jpg"');
});

test('an image is transformed once, cached, and not sent again to a client that has it', async () => {
  const path = '/render/image/public/open/photo.jpg?width=64&format=webp';
  const first = await world.fetch(path);
  const etag = first.headers.get('etag') ?? '';
  expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect((await world.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await Promise.all(Array.from({ length: 30 }, () => look('width=34&height=35')));
  const before = rendered().length;
  await look('width=34&height=35');
  expect(rendered()).toHaveLength(before);
});

test('a replaced image is transformed again', async () => {
  const open = world.as('service').from('open');
  await open.upload('changing.png', await plain(100, 50), { contentType: 'image/png' });
  const width = async () => widthOf(await world.fetch('/render/image/public/open/changing.png'));
  expect(await width()).toBe(100);
  await open.upload('changing.png', await plain(60, 50), { contentType: 'image/png', upsert: true });
  expect(await width()).toBe(60);
});

test('the cache on disk never exceeds its limit', async () => {
  const open = world.as('service').from('open');
  for (let n = 0; n < 4; n += 1) {
    await open.upload(`noise/${n}.jpg`, photo, { contentType: 'image/jpeg' });
    await world.storage.renditionsMade();
  }
  const bytes = rendered().reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(CACHE_BYTES);
});

test.each([
  'width=0',
  'width=-1',
  'width=wide',
  'width=NaN',
  'width=12.5',
  'width=0x20',
  'width=',
  'height=1e9',
  'quality=19',
  'quality=101',
  'resize=twist',
  'quality=-1',
  'format=bmp',
  'format=evil',
])('%s is refused', async (query) => {
  const answer = await world.fetch(`/render/image/public/open/photo.jpg?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' });
});

test('a small file with a billion pixels is refused', async () => {
  const open = world.as('service').from('open');
  expect(
    (await open.upload('bomb.png', pngBomb(30_000, 30_000), { contentType: 'image/png' })).error,
  ).toBeNull();
  const answer = await world.fetch('/render/image/public/open/bomb.png?width=10');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: '422', message: 'Invalid source image' });
});

test('SVG, text and broken files are not transformed', async () => {
  const open = world.as('service').from('open');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');
  await open.upload('drawing.svg', svg, { contentType: 'image/svg+xml' });
  await open.upload('text.txt', 'hello');
  await open.upload('cut.jpg', photo.subarray(0, 100), { contentType: 'image/jpeg' });
  for (const [name, message] of [
    ['drawing.svg', 'Invalid source image'],
    ['text.txt', 'Invalid source image'],
    ['cut.jpg', 'Broken or unsupported image'],
  ]) {
    const answer = await world.fetch(`/render/image/public/open/${name}?width=10`);
    expect(answer.status, name).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: '422', code: 'InvalidRequest', message });
  }
  expect(world.problems).toEqual([]);
});

test('a slightly damaged picture is transformed as far as it can be read', async () => {
  const damaged = Buffer.from(photo.subarray(0, photo.length - 2000));
  await expect(sharp(damaged, { failOn: 'error' }).raw().toBuffer()).rejects.toThrow();
  const open = world.as('service').from('open');
  await open.upload('damaged.jpg', damaged, { contentType: 'image/jpeg' });
  const answer = await world.fetch('/render/image/public/open/damaged.jpg?width=160&height=160');
  expect(await widthOf(answer)).toBe(160);
});

test('a lower quality is a smaller file and a higher one a larger', async () => {
  const sizeOf = async (quality: number): Promise<number> => {
    const path = `/render/image/public/open/photo.jpg?width=320&height=320&format=webp&quality=${quality}`;
    return (await (await world.fetch(path)).arrayBuffer()).byteLength;
  };
  const [low, usual, high] = [await sizeOf(20), await sizeOf(60), await sizeOf(100)];
  expect(low).toBeLessThan(usual);
  expect(usual).toBeLessThan(high);
  // Few steps, so that nobody can fill the cache with eighty qualities of one picture.
  expect(await sizeOf(21)).toBe(low);
  expect(await sizeOf(99)).toBe(high);
});

test('a private image is transformed only for those who can read it', async () => {
  const path = '/render/image/authenticated/closed/photo.jpg?width=10';
  expect((await world.fetch(path, { as: 'member' })).status).toBe(400);
  expect((await world.fetch(path)).status).toBe(400);
  await (await world.fetch(path, { as: 'service' })).arrayBuffer();
  await world.storage.renditionsMade();
  const answer = await world.fetch(path, { as: 'service' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
});

async function widthOf(answer: Response): Promise<number> {
  return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
}

function rendered(): string[] {
  return readdirSync(join(world.folder, 'storage', 'rendered'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function plain(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

/** A PNG whose pixels are all black: a thousandth of its unpacked size. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
