import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  await world.as('service').createBucket('desk');
});
afterAll(() => world.close());

const notOffered = { statusCode: '403', code: 'FeatureNotEnabled' };

test('rules for the life of objects are answered as not enabled, to everybody', async () => {
  for (const who of ['visitor', 'service'] as const) {
    const storage = world.as(who);
    expect((await storage.getBucketLifecycle('desk')).error).toMatchObject(notOffered);
    const rules = { rules: [] } as never;
    expect((await storage.updateBucketLifecycle('desk', rules)).error).toMatchObject(notOffered);
    expect((await storage.deleteBucketLifecycle('desk')).error).toMatchObject(notOffered);
  }
});

test('vectors and analytics are answered as not enabled', async () => {
  const { vectors, analytics } = world.as('service');
  expect((await vectors.listBuckets()).error).not.toBeNull();
  expect((await analytics.listBuckets()).error).not.toBeNull();
  const answer = await world.fetch('/vector/ListVectorBuckets', { method: 'POST', as: 'service' });
  expect(await answer.json()).toMatchObject(notOffered);
});

test('an object is downloaded as a stream', async () => {
  const desk = world.as('service').from('desk');
  await desk.upload('long.txt', 'a'.repeat(100_000));
  const { data } = await desk.download('long.txt').asStream();
  expect((await new Response(data).text()).length).toBe(100_000);
});

test('a header that the client sets is sent along', async () => {
  const files = world.as('service').from('desk').setHeader('x-upsert', 'true');
  await files.upload('again.txt', '1', { upsert: true });
  expect((await files.copy('again.txt', 'copied.txt')).error).toBeNull();
  expect((await files.copy('again.txt', 'copied.txt')).error).toBeNull();
});

test('a failure is thrown where the client asks for that', async () => {
  const files = world.as('service').from('desk').throwOnError();
  await expect(files.download('ghost.txt')).rejects.toMatchObject({ message: 'Object not found' });
});
