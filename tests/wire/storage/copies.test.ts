import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  await world.as('service').createBucket('desk');
});
afterAll(() => world.close());

const desk = () => world.as('service').from('desk');

function copy(body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
  return world.fetch('/object/copy', {
    method: 'POST',
    as: 'service',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ bucketId: 'desk', ...body }),
  });
}

const encoded = (metadata: object) => Buffer.from(JSON.stringify(metadata)).toString('base64');

test('a copy with changed settings keeps those that are not named', async () => {
  const options = { contentType: 'text/plain', cacheControl: '60', contentEncoding: 'identity' };
  await desk().upload('a.txt', Buffer.from('a'), options);
  const metadata = { mimetype: 'text/markdown' };
  expect((await desk().copy('a.txt', 'a.md', { copyMetadata: false, metadata })).error).toBeNull();
  expect((await desk().info('a.md')).data).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'max-age=60',
    contentEncoding: 'identity',
  });
  const cleared = { cacheControl: 'max-age=9', contentEncoding: '' };
  await desk().copy('a.txt', 'b.txt', { copyMetadata: false, metadata: cleared });
  expect((await desk().info('b.txt')).data).toMatchObject({
    contentType: 'text/plain',
    cacheControl: 'max-age=9',
    contentEncoding: null,
  });
});

test('a copy gets the metadata of its x-metadata header only where the source’s is not copied', async () => {
  await desk().upload('m.txt', 'm', { metadata: { from: 'source' } });
  const headers = { 'x-metadata': encoded({ from: 'header' }) };
  await copy({ sourceKey: 'm.txt', destinationKey: 'kept.txt' }, headers);
  await copy({ sourceKey: 'm.txt', destinationKey: 'new.txt', copyMetadata: false }, headers);
  expect((await desk().info('kept.txt')).data?.metadata).toEqual({ from: 'source' });
  expect((await desk().info('new.txt')).data?.metadata).toEqual({ from: 'header' });
  const broken = { 'x-metadata': Buffer.from('[1]').toString('base64') };
  const refused = await copy({ sourceKey: 'm.txt', destinationKey: 'x.txt', copyMetadata: false }, broken);
  expect(refused.status).toBe(400);
  expect((await desk().exists('x.txt')).data).toBe(false);
});

test('an object copied onto itself gets new settings, keeps its bytes and leaves no file behind', async () => {
  const before = await desk().upload('self.txt', 'same bytes', { metadata: { old: true } });
  const body = {
    sourceKey: 'self.txt',
    destinationKey: 'self.txt',
    copyMetadata: false,
    metadata: { cacheControl: 'max-age=5' },
  };
  expect((await copy(body, { 'x-metadata': encoded({ new: true }) })).status).toBe(200);
  expect((await desk().info('self.txt')).data).toMatchObject({
    id: before.data?.id,
    cacheControl: 'max-age=5',
    metadata: { new: true },
  });
  expect(await (await desk().download('self.txt')).data?.text()).toBe('same bytes');
  const files = await Array.fromAsync(world.storage.store.list());
  expect(files.filter(({ name }) => name === 'self.txt')).toHaveLength(1);
});

test('a member who can read and add objects cannot change one by copying it onto itself', async () => {
  const name = 'face.png';
  const service = world.as('service').from('guestbook');
  await world.as('service').createBucket('guestbook');
  const allow = (action: string) =>
    world.database.query(
      `create policy guests_${action.slice(0, 6)} on storage.objects for ${action} (bucket_id = 'guestbook')`,
    );
  await allow('select to authenticated using');
  await allow('insert to authenticated with check');
  await service.upload(name, onePixel, { contentType: 'image/png', upsert: true });
  const changed = { copyMetadata: false as const, metadata: { cacheControl: 'max-age=1' } };
  const { error } = await world.as('member').from('guestbook').copy(name, name, changed);
  expect(error).toMatchObject({ statusCode: '403' });
  expect((await service.info(name)).data?.cacheControl).toBe('max-age=3600');
});

test('a version that is not the current one is neither read, copied, moved, signed nor removed', async () => {
  await desk().upload('v.txt', 'v');
  const current = (await desk().info('v.txt')).data?.version ?? '';
  const gone = '00000000-0000-4000-8000-000000000000';
  const attempts = [
    await desk().download('v.txt', { versionId: gone }),
    await desk().info('v.txt', { versionId: gone }),
    await desk().copy('v.txt', 'w.txt', { sourceVersionId: gone }),
    await desk().move('v.txt', 'w.txt', { sourceVersionId: gone }),
    await desk().createSignedUrl('v.txt', 60, { versionId: gone }),
  ];
  for (const { error } of attempts) expect(error).not.toBeNull();
  expect((await desk().remove([{ path: 'v.txt', versionId: gone }])).data).toEqual([]);
  const link = await desk().createSignedUrl('v.txt', 60, { versionId: current });
  expect(await (await fetch(link.data?.signedUrl ?? '')).text()).toBe('v');
  await desk().update('v.txt', 'newer');
  expect((await fetch(link.data?.signedUrl ?? '')).status).toBe(400);
  const newer = (await desk().info('v.txt')).data?.version ?? '';
  expect((await desk().remove([{ path: 'v.txt', versionId: newer }])).data).toHaveLength(1);
});

test('HEAD of an object’s info carries the headers of the object', async () => {
  await desk().upload('head.txt', 'twelve bytes', { cacheControl: '77', contentType: 'text/plain' });
  const answer = await world.fetch('/object/info/desk/head.txt', { method: 'HEAD', as: 'service' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-length': '12',
    'content-type': 'text/plain',
    'cache-control': 'private, max-age=77',
    etag: (await desk().info('head.txt')).data?.etag,
    'last-modified': expect.any(String),
  });
  const hidden = await world.fetch('/object/info/desk/head.txt', { method: 'HEAD', as: 'member' });
  expect([hidden.status, hidden.headers.get('etag')]).toEqual([400, null]);
});

test('the server logged no errors during these tests', () => {
  expect(world.problems).toEqual([]);
});
