import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

let world: StorageWorld;
beforeAll(async () => {
  // Long, so that only a purge can show what another process changed.
  world = await openStorageWorld({ publicCacheMs: 3_600_000 });
  for (const bucket of ['open', 'other']) await world.as('service').createBucket(bucket, { public: true });
});
afterAll(() => world.close());

beforeEach(async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  for (const bucket of ['open', 'other']) {
    const files = world.as('service').from(bucket);
    await files.upload('photo (1).png', photo, { contentType: 'image/png', upsert: true });
  }
  await world.storage.renditionsMade();
});

/** How many pictures have renditions. */
function kept(): number {
  return readdirSync(join(world.folder, 'storage', 'rendered'), { recursive: true }).filter((path) =>
    String(path).includes('source-'),
  ).length;
}

async function cacheHeader(): Promise<string | null> {
  const answer = await world.fetch(`/object/public/open/${encodeURIComponent('photo (1).png')}`);
  await answer.arrayBuffer();
  return answer.headers.get('cache-control');
}

/** As another process, or an administrator in SQL, would. */
async function changeBehindTheServer(cacheControl: string): Promise<void> {
  await world.database.query(
    `update storage.objects set metadata = metadata || jsonb_build_object('cacheControl', $1::text) where bucket_id = 'open'`,
    [cacheControl],
  );
}

test('the service purges an object: its row is read again and its renditions are made again', async () => {
  await cacheHeader();
  await changeBehindTheServer('max-age=11');
  expect(await cacheHeader()).toBe('max-age=3600');
  const before = kept();
  const { data, error } = await world.as('service').from('open').purgeCache('photo (1).png');
  expect([data, error]).toEqual([{ message: 'success' }, null]);
  expect(await cacheHeader()).toBe('max-age=11');
  expect(kept()).toBe(before - 1);
  const again = await world.fetch(
    `/render/image/public/open/${encodeURIComponent('photo (1).png')}?width=10`,
  );
  expect((await again.arrayBuffer()).byteLength).toBeGreaterThan(0);
  await world.storage.renditionsMade();
  expect(kept()).toBe(before);
});

test('the service purges the transformations alone', async () => {
  await cacheHeader();
  await changeBehindTheServer('max-age=12');
  const before = kept();
  const purged = await world
    .as('service')
    .from('open')
    .purgeCache('photo (1).png', { transformations: true });
  expect(purged.error).toBeNull();
  expect([await cacheHeader(), kept()]).toEqual(['max-age=3600', before - 1]);
});

test('the service purges a whole bucket and no other', async () => {
  const before = kept();
  const { data } = await world.as('service').purgeBucketCache('open');
  expect([data, kept()]).toEqual([{ message: 'success' }, before - 1]);
});

test('members, admins and visitors cannot purge anything', async () => {
  const before = kept();
  for (const who of ['visitor', 'member', 'admin'] as const) {
    for (const { error } of [
      await world.as(who).from('open').purgeCache('photo (1).png'),
      await world.as(who).purgeBucketCache('open'),
    ]) {
      expect(error).toMatchObject({ statusCode: '403', message: 'Access denied: Invalid role' });
    }
  }
  expect(kept()).toBe(before);
});

test('a missing object and a missing bucket cannot be purged', async () => {
  const service = world.as('service');
  expect((await service.from('open').purgeCache('ghost.png')).error?.statusCode).toBe('404');
  expect((await service.purgeBucketCache('ghost')).error?.statusCode).toBe('404');
});

test('everybody can ask for the status and the version', async () => {
  const status = await world.fetch('/status');
  expect([status.status, await status.text()]).toEqual([200, '']);
  const version = await world.fetch('/version');
  expect(await version.text()).toMatch(/^\d+\.\d+\.\d+$/);
});
