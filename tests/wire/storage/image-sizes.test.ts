import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DiskObjectStore } from '../../../platform/src/storage/disk-object-store.ts';
import type { ObjectKey } from '../../../platform/src/storage/object-store.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

let world: StorageWorld;
let photo: Buffer;
let gate: PromiseWithResolvers<void> | undefined;
const opened: string[] = [];
let requests = 0;
let closedConnections = 0;

/** Objects whose name says so are not read before the gate opens. */
class GatedStore extends DiskObjectStore {
  override async open(key: ObjectKey, range?: Parameters<DiskObjectStore['open']>[1]) {
    opened.push(key.name);
    if (key.name.startsWith('gated')) await gate?.promise;
    return super.open(key, range);
  }
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-image-sizes-'));
  world = await openStorageWorld({
    store: new GatedStore(folder),
    addressOf: (incoming) => {
      requests += 1;
      incoming.socket.once('close', () => {
        closedConnections += 1;
      });
      return String(incoming.headers['x-test-address'] ?? 'somebody');
    },
  });
  photo = await sharp({
    create: {
      width: 450,
      height: 300,
      channels: 3,
      background: '#246',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  await world.as('service').createBucket('open', { public: true });
  await world.as('service').createBucket('closed');
  await add('photo.jpg');
  await world.storage.renditionsMade();
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(() => world.close());

async function add(name: string, bucket = 'open'): Promise<void> {
  const { error } = await world
    .as('service')
    .from(bucket)
    .upload(name, photo, { contentType: 'image/jpeg', upsert: true });
  expect(error).toBeNull();
}

interface Options {
  address?: string;
  method?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function render(name: string, query: string, { address = 'somebody', headers, ...init }: Options = {}) {
  const answer = await world.fetch(`/render/image/public/open/${name}?${query}`, {
    ...init,
    headers: { accept: 'image/avif,image/webp,*/*', 'x-test-address': address, ...headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width;
const files = () =>
  readdirSync(join(world.folder, 'storage', 'rendered'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  );

test('ninety unusual sizes, in every spelling, are answered from the fixed ones without an encoder', async () => {
  const before = files().length;
  const queries = Array.from(
    { length: 90 },
    (_, n) => `width=${161 + n}&height=${2500 - n}&resize=contain&quality=${45 + (n % 30)}&n=${n}`,
  );
  const answers = await Promise.all(queries.map((query) => render('photo.jpg', query)));
  expect(answers.map(({ status }) => status)).toEqual(queries.map(() => 200));
  for (const { headers, bytes } of answers) {
    expect([headers.get('content-type'), await widthOf(bytes)]).toEqual(['image/avif', 320]);
    expect(headers.get('cache-control')).toBe('max-age=3600');
  }
  expect(files()).toHaveLength(before);
});

test('all qualities of one size together make two more renditions', async () => {
  const before = files().length;
  const queries = Array.from({ length: 81 }, (_, n) => `width=320&quality=${20 + n}`);
  await Promise.all(queries.map((query) => render('photo.jpg', query)));
  await world.storage.renditionsMade();
  expect(files()).toHaveLength(before + 2);
});

test('a visitor gets a picture while somebody else asks for a hundred and fifty that have to be drawn', async () => {
  await add('gated-crowd.jpg');
  await add('other.jpg');
  await world.storage.renditionsMade();
  const shapes = ['3:1', '2:1', '16:9', '4:3', '1:1', '3:4', '2:3', '9:16', '1:2', '1:3'];
  const queries = shapes.flatMap((shape) =>
    [12, 60, 150, 300, 600].flatMap((width) =>
      ['origin', 'avif', 'webp'].map((format) => {
        const [w = 1, h = 1] = shape.split(':').map(Number);
        return `width=${width}&height=${Math.max(1, Math.round((width * h) / w))}&format=${format}`;
      }),
    ),
  );
  gate = Promise.withResolvers<void>();
  const attack = queries.map((query) => render('gated-crowd.jpg', query, { address: 'attacker' }));
  // A refusal shows that the queue is full. Nothing of it is drawn before the gate opens.
  expect((await Promise.race(attack)).status).toBe(503);
  for (const query of ['width=200&height=200', 'width=300&height=200&format=webp', 'width=64'])
    expect((await render('other.jpg', query, { address: 'visitor' })).status).toBe(200);
  gate.resolve();
  const statuses = (await Promise.all(attack)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test('a new picture is shown at once by another one, cached for a moment, and soon as it should be', async () => {
  await add('photo-2.jpg');
  await world.storage.renditionsMade();
  rmSync(join(world.folder, 'storage', 'rendered'), { recursive: true });
  const { forRequests } = world.storage.pictures();
  const first = await render('photo-2.jpg', 'width=320');
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'max-age=10']);
  expect(first.headers.get('x-stand-in')).toBe('yes');
  expect(world.storage.pictures().forRequests).toBe(forRequests);
  expect(['image/avif', 'image/webp', 'image/jpeg']).toContain(first.headers.get('content-type'));
  await world.storage.renditionsMade();
  const then = await render('photo-2.jpg', 'width=320', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect([then.status, then.headers.get('cache-control')]).toEqual([200, 'max-age=3600']);
  expect(then.headers.has('x-stand-in')).toBe(false);
  expect([then.headers.get('content-type'), await widthOf(then.bytes)]).toEqual(['image/avif', 320]);
});

test('a client that accepts neither AVIF nor WebP is sent neither, not even for a moment', async () => {
  const answer = await render('photo.jpg', 'width=160', { headers: { accept: 'image/jpeg' } });
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
});

test('a signed link to a small picture never shows a larger one', async () => {
  await add('secret.jpg', 'closed');
  await world.storage.renditionsMade();
  rmSync(join(world.folder, 'storage', 'rendered'), { recursive: true });
  const closed = world.as('service').from('closed');
  const { data } = await closed.createSignedUrl('secret.jpg', 60, { transform: { width: 64 } });
  const answer = await fetch(data?.signedUrl ?? '');
  expect(await widthOf(Buffer.from(await answer.arrayBuffer()))).toBe(64);
});

test('what a client no longer waits for is not drawn, and what others wait for is', async () => {
  await add('gated-shared.jpg');
  await add('left.jpg');
  await world.storage.renditionsMade();
  gate = Promise.withResolvers<void>();
  opened.length = 0;
  const leaving = new AbortController();
  const { signal } = leaving;
  // A cut, for which nothing stands in.
  const cut = 'width=64&height=64';
  const shared = render('gated-shared.jpg', cut, { address: 'a', signal });
  await vi.waitFor(() => expect(opened).toEqual(['gated-shared.jpg']));
  requests = 0;
  // One place per address: this waits behind the first.
  const left = render('left.jpg', cut, { address: 'a', signal });
  const stays = render('gated-shared.jpg', cut, { address: 'b' });
  await vi.waitFor(() => expect(requests).toBe(2));
  const before = closedConnections;
  leaving.abort();
  await Promise.allSettled([shared, left]);
  await vi.waitFor(() => expect(closedConnections).toBeGreaterThanOrEqual(before + 2));
  gate.resolve();
  expect((await stays).status).toBe(200);
  await world.storage.renditionsMade();
  expect(opened).not.toContain('left.jpg');
});

test('what a restart or a lost disk took away is made again', async () => {
  const others = ['gated-crowd.jpg', 'other.jpg', 'photo-2.jpg', 'gated-shared.jpg', 'left.jpg'];
  await world.as('service').from('open').remove(others);
  rmSync(join(world.folder, 'storage', 'rendered'), { recursive: true });
  await world.restart();
  await world.storage.makeRenditions();
  const answer = await render('photo.jpg', 'width=640');
  expect(answer.headers.get('cache-control')).toBe('max-age=3600');
  const before = files().length;
  await world.storage.makeRenditions();
  expect(files()).toHaveLength(before);
});

test('a broken picture is refused each time, and fine once it is replaced', async () => {
  const open = world.as('service').from('open');
  await open.upload('late.jpg', photo.subarray(0, 100), { contentType: 'image/jpeg' });
  for (let n = 0; n < 2; n += 1) expect((await render('late.jpg', 'width=64')).status).toBe(400);
  await open.upload('late.jpg', photo, { contentType: 'image/jpeg', upsert: true });
  expect((await render('late.jpg', 'width=64')).status).toBe(200);
});

test('HEAD is answered like GET, and a range of a rendition with the whole of it', async () => {
  const get = await render('photo.jpg', 'width=320');
  const head = await render('photo.jpg', 'width=320', { method: 'HEAD' });
  const range = await render('photo.jpg', 'width=320', { headers: { range: 'bytes=5-9' } });
  expect(head.bytes).toHaveLength(0);
  for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  expect([range.status, range.bytes.equals(get.bytes)]).toEqual([200, true]);
});

test('a browser keeps a finished picture for ever when its name is never used again', async () => {
  const options = { contentType: 'image/jpeg', cacheControl: '31536000' };
  await world.as('service').from('open').upload('kept.jpg', photo, options);
  await world.storage.renditionsMade();
  const answer = await render('kept.jpg', 'width=320');
  expect(answer.headers.get('cache-control')).toBe('max-age=31536000, immutable');
});

test('a large original is not sent to phones: the widest picture there is stands in for a wider one', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#246', noise },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(512 * 1024);
  await world.as('service').from('open').upload('large.png', large, { contentType: 'image/png' });
  await world.storage.renditionsMade();
  const folder = files().find(({ name }) => name === 'source-900x600.png')?.parentPath ?? '';
  for (const name of readdirSync(folder))
    if (/^[^s]/.test(name) && name !== '160.avif') rmSync(join(folder, name));
  const { forRequests } = world.storage.pictures();
  const answer = await render('large.png', 'width=900');
  expect([await widthOf(answer.bytes), answer.headers.get('x-stand-in')]).toEqual([160, 'yes']);
  expect(world.storage.pictures().forRequests).toBe(forRequests);
});
