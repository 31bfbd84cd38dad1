import { readdirSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

const content = Buffer.from('0123456789abcdefghij');
let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  const service = world.as('service');
  await service.createBucket('open', { public: true });
  await service.createBucket('closed');
  for (const bucket of ['open', 'closed']) {
    await service
      .from(bucket)
      .upload('a/alphabet.txt', content, { contentType: 'text/plain', cacheControl: '3600' });
  }
  await service.from('open').upload('empty.txt', '');
});
afterAll(() => world.close());

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  world.fetch('/object/public/open/a/alphabet.txt', { headers, method });

describe('pieces', () => {
  test.each([
    ['bytes=0-4', '01234', 'bytes 0-4/20'],
    ['bytes=5-', '56789abcdefghij', 'bytes 5-19/20'],
    ['bytes=-3', 'hij', 'bytes 17-19/20'],
    ['bytes=-99', content.toString(), 'bytes 0-19/20'],
    ['bytes=18-99', 'ij', 'bytes 18-19/20'],
    ['bytes=19-19', 'j', 'bytes 19-19/20'],
  ])('%s brings %s', async (range, expected, contentRange) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(expected.length));
    expect(await answer.text()).toBe(expected);
  });

  test.each(['bytes=20-', 'bytes=99-100', 'bytes=-0'])('%s is nowhere in it', async (range) => {
    const answer = await get({ range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */20');
    expect(await answer.json()).toMatchObject({ statusCode: '416' });
  });

  test.each(['bytes=0-1,3-4', 'bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=-'])(
    '%s is answered with everything',
    async (range) => {
      const answer = await get({ range });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(content.toString());
    },
  );

  test('a range is sent only of the version in If-Range', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const modified = (await get()).headers.get('last-modified') ?? '';
    const range = 'bytes=0-1';
    expect((await get({ range, 'if-range': etag })).status).toBe(206);
    expect((await get({ range, 'if-range': modified })).status).toBe(206);
    expect((await get({ range, 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range, 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await get({ range, 'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200);
  });

  test('an empty object is sent, and has no ranges', async () => {
    const whole = await world.fetch('/object/public/open/empty.txt');
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '0']);
    const piece = await world.fetch('/object/public/open/empty.txt', { headers: { range: 'bytes=0-0' } });
    expect([piece.status, piece.headers.get('content-range')]).toEqual([416, 'bytes */0']);
  });
});

describe('an object that a client already has', () => {
  test('is not sent again', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    expect(etag).toMatch(/^"[\da-f]{32}"$/);
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() },
    ]) {
      const answer = await get(headers as Record<string, string>);
      expect([answer.status, await answer.text()]).toEqual([304, '']);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toBe('max-age=3600');
    }
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': modified },
      { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
      { 'if-modified-since': 'yesterday' },
    ]) {
      expect((await get(headers as Record<string, string>)).status).toBe(200);
    }
  });

  test('HEAD has all headers and no content', async () => {
    const answer = await get({ range: 'bytes=0-1' }, 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '20',
      'content-type': 'text/plain',
      'accept-ranges': 'bytes',
      etag: expect.any(String),
      'last-modified': expect.any(String),
    });
    expect((await world.fetch('/object/public/open/nothing', { method: 'HEAD' })).status).toBe(400);
  });

  test('private objects are not cached by proxies', async () => {
    const answer = await world.fetch('/object/closed/a/alphabet.txt', { as: 'service' });
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
    const { data } = await world.as('service').from('closed').createSignedUrl('a/alphabet.txt', 100);
    const signed = await fetch(data?.signedUrl ?? '');
    const age = Number(/^private, max-age=(\d+)$/.exec(signed.headers.get('cache-control') ?? '')?.[1]);
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThanOrEqual(100);
  });
});

describe('active content', () => {
  test.each([
    'text/html',
    'image/svg+xml',
    'application/xml',
    'application/xhtml+xml',
    'text/html; charset=utf-8',
  ])('%s from a public bucket never runs in our origin', async (contentType) => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await world.as('service').from('open').upload('active', bytes, { contentType, upsert: true });
    const answer = await world.fetch('/object/public/open/active');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  });

  test('a picture is shown, sandboxed all the same', async () => {
    await world.as('service').from('open').upload('p.png', onePixel, { contentType: 'image/png' });
    const answer = await world.fetch('/object/public/open/p.png');
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
  });
});

test('a download is saved under the name that was asked for', async () => {
  const open = world.as('visitor').from('open');
  const disposition = async (download: string | true) =>
    (await fetch(open.getPublicUrl('a/alphabet.txt', { download }).data.publicUrl)).headers.get(
      'content-disposition',
    );
  expect(await disposition(true)).toBe(`attachment; filename="alphabet.txt"; filename*=UTF-8''alphabet.txt`);
  expect(await disposition('Lèt "mwen".txt')).toBe(
    `attachment; filename="L_t _mwen_.txt"; filename*=UTF-8''L%C3%A8t%20%22mwen%22.txt`,
  );
  expect(await disposition('a\r\nset-cookie: x=1')).not.toMatch(/[\r\n]/);
});

test('any website can load public objects', async () => {
  const answer = await get({ origin: 'https://elsewhere.example' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const preflight = await world.fetch('/object/open/x', {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upsert');
});

test('an aborted download leaves no open file', async () => {
  const service = world.as('service').from('open');
  await service.upload('long.bin', Buffer.alloc(20_000_000), { contentType: 'application/octet-stream' });
  for (let at = 0; at < 20; at += 1) {
    const leaving = new AbortController();
    const answer = await world.fetch('/object/public/open/long.bin', { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
  }
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/long.bin/');
      } catch {
        return false;
      }
    }).length;
  await expect.poll(openFiles).toBe(0);
  expect(world.problems).toEqual([]);
});

test('a change is visible at once in the same process, and soon after in another one', async () => {
  const service = world.as('service');
  const read = async () => (await world.fetch('/object/public/open/now.txt')).text();
  await service.from('open').upload('now.txt', 'first');
  expect(await read()).toBe('first');
  await service.from('open').upload('now.txt', 'second', { upsert: true });
  expect(await read()).toBe('second');
  await service.from('open').move('now.txt', 'then.txt');
  expect(await read()).toContain('NoSuchKey');
  await service.from('open').move('then.txt', 'now.txt');
  expect(await read()).toBe('second');
  await service.updateBucket('open', { public: false });
  expect(await read()).toContain('NoSuchBucket');
  await service.updateBucket('open', { public: true });
  expect(await read()).toBe('second');
  const { version } = (await service.from('open').info('now.txt')).data ?? {};
  const place = join(world.folder, 'storage', 'objects', 'open', 'now.txt');
  renameSync(join(place, String(version)), join(place, 'another'));
  await world.database.query(`update storage.objects set version = 'another' where name = 'now.txt'`);
  expect(await read()).toBe('second');
  await world.database.query(`update storage.buckets set public = false where id = 'open'`);
  await expect.poll(read, { timeout: 20_000 }).toContain('NoSuchBucket');
});
