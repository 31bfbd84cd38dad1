import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
});
afterAll(() => world.close());

test('the service makes, reads, changes and deletes a bucket', async () => {
  const service = world.as('service');
  const made = await service.createBucket('trailers', {
    public: false,
    fileSizeLimit: '20MB',
    allowedMimeTypes: ['video/mp4', 'image/*'],
  });
  expect(made).toEqual({ data: { name: 'trailers' }, error: null });
  const toTheMillisecond = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await service.getBucket('trailers')).data).toEqual({
    id: 'trailers',
    name: 'trailers',
    owner: '',
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['video/mp4', 'image/*'],
    created_at: toTheMillisecond,
    updated_at: toTheMillisecond,
  });
  expect((await service.listBuckets({ search: 'trailers' })).data).toMatchObject([{ type: 'STANDARD' }]);
  const updated = await service.updateBucket('trailers', { public: true, fileSizeLimit: null });
  expect(updated.data).toEqual({ message: 'Successfully updated' });
  expect((await service.getBucket('trailers')).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ['video/mp4', 'image/*'],
  });
  expect((await service.deleteBucket('trailers')).data).toEqual({ message: 'Successfully deleted' });
  expect((await service.getBucket('trailers')).error).toMatchObject({
    status: 400,
    statusCode: '404',
    code: 'NoSuchBucket',
    message: 'Bucket not found',
  });
});

test('the buckets are listed, searched, sorted and paged', async () => {
  const names = async (options?: object) =>
    (await world.as('service').listBuckets(options as never)).data?.map(({ id }) => id);
  expect(await names()).toEqual(['artwork', 'banners', 'movies', 'profile-images']);
  expect(await names({ search: 'AN' })).toEqual(['banners']);
  await world.as('service').createBucket('a-late-one');
  expect(await names({ sortColumn: 'created_at', sortOrder: 'desc', limit: 1 })).toEqual(['a-late-one']);
  await world.as('service').deleteBucket('a-late-one');
  expect(await names({ limit: 2, offset: 1, sortColumn: 'name', sortOrder: 'desc' })).toEqual([
    'movies',
    'banners',
  ]);
});

test('a bucket that exists is not made twice', async () => {
  const { error } = await world.as('service').createBucket('movies');
  expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' });
});

test.each(['a/b', '..', '', ' padded ', 'x'.repeat(101), 'with\nline', 'ünï'])(
  'a bucket cannot be called %j',
  async (name) => {
    const { error } = await world.as('service').createBucket(name);
    expect(error).toMatchObject({ statusCode: '400', message: 'Bucket name invalid' });
  },
);

test.each(['visitor', 'member', 'admin'] as const)(
  'a %s makes, sees, empties and deletes no bucket',
  async (who) => {
    const storage = world.as(who);
    expect((await storage.createBucket('mine', { public: true })).error).toMatchObject({
      statusCode: '403',
      code: 'AccessDenied',
    });
    expect((await storage.listBuckets()).data).toEqual([]);
    expect((await storage.getBucket('movies')).error).toMatchObject({ statusCode: '404' });
    expect((await storage.updateBucket('movies', { public: true })).error).toMatchObject({
      statusCode: '404',
    });
    expect((await storage.emptyBucket('movies')).error).toMatchObject({ statusCode: '404' });
    expect((await storage.deleteBucket('movies')).error).toMatchObject({ statusCode: '404' });
  },
);

test('a bucket is deleted only when it is empty', async () => {
  const service = world.as('service');
  await service.createBucket('full');
  for (const name of ['one.png', 'deep/two.png']) {
    await service.from('full').upload(name, onePixel, { contentType: 'image/png' });
  }
  expect((await service.deleteBucket('full')).error).toMatchObject({ statusCode: '409' });
  expect((await service.emptyBucket('full')).data).toEqual({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
  expect((await service.from('full').list()).data).toEqual([]);
  expect((await service.deleteBucket('full')).error).toBeNull();
});

test('a size limit that is no size and a type that is no type are refused', async () => {
  const service = world.as('service');
  expect(
    (await service.createBucket('odd', { public: false, fileSizeLimit: 'huge' })).error?.statusCode,
  ).toBe('400');
  const odd = { public: false, allowedMimeTypes: ['not a type'] };
  expect((await service.createBucket('odd', odd)).error?.statusCode).toBe('415');
});
