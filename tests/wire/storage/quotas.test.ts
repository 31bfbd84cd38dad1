import sharp from 'sharp';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en } from '../../../contract/src/errors/en.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf } from '../../support/test-server.ts';

let world: StorageWorld;
let picture: Buffer;
beforeAll(async () => {
  world = await openStorageWorld({ pictures: { 'profile-images': { maxSide: 64, maxPixels: 1_000_000 } } });
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

const bucket = () => world.as('member').from('profile-images');
const own = (name: string) => `${idOf.member}/${name}.png`;
const upload = (name: string, upsert = false) =>
  bucket().upload(own(name), picture, { contentType: 'image/png', upsert });
const setQuota = (column: string, value: number) =>
  world.database.query(`update private.storage_quotas set ${column} = $1 where holder = 'member'`, [value]);
const removeAll = async () => {
  const { data } = await bucket().list(idOf.member);
  const names = (data ?? []).map(({ name }) => `${idOf.member}/${name}`);
  if (names.length > 0) await bucket().remove(names);
};

test('a member with a full quota can store nothing more by any way, and again after deleting', async () => {
  await setQuota('objects', 2);
  expect((await upload('one')).error).toBeNull();
  const link = await bucket().createSignedUploadUrl(own('by-link'));
  expect((await upload('two')).error).toBeNull();

  const ways: Record<string, () => Promise<{ error: { message: string } | null }>> = {
    post: () => upload('three'),
    upsert: () => upload('three', true),
    put: () => bucket().update(own('three'), picture, { contentType: 'image/png' }),
    copy: () => bucket().copy(own('one'), own('three')),
    'a link from before': () =>
      bucket().uploadToSignedUrl(
        own('by-link'),
        link.data?.token ?? '',
        new Blob([new Uint8Array(picture)], { type: 'image/png' }),
      ),
    'a new link': () => bucket().createSignedUploadUrl(own('three')),
    form: () => bucket().upload(own('three'), new Blob([new Uint8Array(picture)], { type: 'image/png' })),
  };
  for (const [way, store] of Object.entries(ways))
    expect([way, (await store()).error?.message]).toEqual([way, en.storage_full]);
  await expect(resumable(own('three'))).rejects.toThrow(en.storage_full);

  expect((await upload('two', true)).error).toBeNull();
  expect((await bucket().move(own('two'), own('moved'))).error).toBeNull();
  await bucket().remove([own('one')]);
  expect((await upload('three')).error).toBeNull();
  await removeAll();
  await setQuota('objects', 100);
});

test('the refusal has the shape of the Storage API and is made before the bytes are sent', async () => {
  await setQuota('bytes', 1000);
  const answer = await world.fetch(`/object/profile-images/${own('large')}`, {
    as: 'member',
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Buffer.concat([picture, Buffer.alloc(5000)]),
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { statusCode: '413', code: 'QuotaExceeded', error: 'storage_full', message: en.storage_full },
  ]);
  await setQuota('bytes', 50 * 2 ** 20);
});

test('ten uploads at the same moment do not exceed the quota', async () => {
  await setQuota('objects', 3);
  const results = await Promise.all(Array.from({ length: 10 }, (_, n) => upload(`same-${n}`)));
  expect(results.filter(({ error }) => error === null)).toHaveLength(3);
  expect((await bucket().list(idOf.member)).data).toHaveLength(3);
  await removeAll();
  await setQuota('objects', 100);
});

test('a member has at most three unfinished uploads; a cancelled, finished or expired one makes place', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, (_, n) => begin(`open-${n}`)));
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
  const refused = begun.find(({ status }) => status === 413);
  expect(await refused?.text()).toContain(en.too_many_uploads);
  const open = begun
    .filter(({ status }) => status === 201)
    .map((answer) => answer.headers.get('location') ?? '');

  expect((await continueUpload(open[0] ?? '', 'DELETE')).status).toBe(204);
  const next = await begin('next');
  expect([next.status, (await begin('none')).status]).toEqual([201, 413]);

  expect((await continueUpload(open[1] ?? '', 'PATCH')).status).toBe(204);
  expect((await begin('after-finish')).status).toBe(201);
  expect((await begin('none')).status).toBe(413);
  expect((await world.as('service').from('profile-images').list(idOf.member)).data).toHaveLength(1);
});

test('unfinished uploads survive a restart in the tally, and those of a lost process are removed', async () => {
  await world.restart();
  expect((await begin('none')).status).toBe(413);
  await world.storage.sweep();
  expect((await begin('none')).status).toBe(413);
  await world.database.query('delete from platform.uploads');
  await world.database.query(
    `update storage.s3_multipart_uploads set created_at = now() - interval '2 days'`,
  );
  await world.storage.sweep();
  expect((await begin('again')).status).toBe(201);
});

test('a visitor can begin no upload', async () => {
  const headers = tusHeaders({ 'upload-length': '10', 'upload-metadata': tusMetadata(own('stranger')) });
  const answer = await world.fetch('/upload/resumable', { method: 'POST', as: 'visitor', headers });
  expect(answer.status).toBe(403);
  const withoutKey = await world.fetch('/upload/resumable', { method: 'POST', headers });
  expect(await withoutKey.json()).toMatchObject({ statusCode: '403', message: 'Invalid Compact JWS' });
  expect(
    await world.database.query(`select from storage.s3_multipart_uploads where owner_id like 'address%'`),
  ).toEqual([]);
});

function begin(name: string): Promise<Response> {
  return world.fetch('/upload/resumable', {
    as: 'member',
    method: 'POST',
    headers: tusHeaders({
      'upload-length': String(picture.length),
      'upload-metadata': tusMetadata(own(name)),
    }),
  });
}

function continueUpload(location: string, method: 'PATCH' | 'DELETE'): Promise<Response> {
  return world.fetch(location.replace(/^.*\/storage\/v1/, ''), {
    as: 'member',
    method,
    headers: tusHeaders({ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
    ...(method === 'PATCH' ? { body: new Uint8Array(picture) } : {}),
  });
}

const tusHeaders = (headers: Record<string, string>) => ({ 'tus-resumable': '1.0.0', ...headers });
const tusMetadata = (name: string) =>
  Object.entries({ bucketName: 'profile-images', objectName: name, contentType: 'image/png' })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

function resumable(objectName: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new tus.Upload(picture, {
      endpoint: `${world.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${world.tokenOf('member')}` },
      metadata: { bucketName: 'profile-images', objectName, contentType: 'image/png' },
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}
