import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../../platform/src/database/postgres.ts';
import { DiskObjectStore } from '../../platform/src/storage/disk-object-store.ts';
import { S3ObjectStore } from '../../platform/src/storage/s3-object-store.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { newDatabase, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { runCommand } from '../support/run-command.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let postgres: PostgresServer;
let url: string;
let database: Awaited<ReturnType<typeof openPostgres>>;
let s3: S3Server;
const folder = mkdtempSync(join(tmpdir(), 'lakou-objects-'));

beforeAll(async () => {
  s3 = await startS3Server();
  postgres = await startPostgresServer();
  url = await newDatabase(postgres, 'lakou_objects', 'migrated');
  database = await openPostgres({ url });
  await loadSigningKeys({ folder });
});
afterEach(async () => {
  await database.query('delete from storage.objects', [], {
    as: { role: 'service_role', settings: { 'storage.allow_delete_query': 'true' } },
  });
  await database.query('delete from platform.unused_files');
});
afterAll(async () => {
  await database.close();
  await Promise.all([postgres.stop(), s3.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const examine = (env: Record<string, string>, ...args: string[]) =>
  runCommand('scripts/doctor/doctor.ts', ['--objects', ...args], {
    DATA_DIR: folder,
    DATABASE_URL: url,
    PORT: '1',
    ...env,
  });

/** Stores an object as an upload does. */
async function store(objects: DiskObjectStore | S3ObjectStore, name: string): Promise<void> {
  const key = { bucket: 'artwork', name, version: randomUUID() };
  const { size, etag } = await objects.put(key, Buffer.from(`picture of ${name}`));
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4::jsonb)`,
    [key.bucket, name, key.version, JSON.stringify({ size, eTag: etag })],
  );
}

test('missing and damaged objects are found on disk, and nothing is changed', async () => {
  const objects = new DiskObjectStore(join(folder, 'storage'));
  for (const name of ['whole.png', 'flipped.png', 'short.png', 'gone.png']) await store(objects, name);
  expect((await examine({})).said).toContain('✓ objects   All 4 objects are there, as they were stored');
  for await (const key of objects.list()) {
    const path = join(folder, 'storage/objects', key.bucket, key.name, key.version);
    if (key.name === 'flipped.png') writeFileSync(path, 'picture of flopped.png');
    if (key.name === 'short.png') writeFileSync(path, 'picture');
    if (key.name === 'gone.png') rmSync(path);
  }
  await database.query(`with film as (insert into public.movies (title) values ('San fichye') returning id)
    insert into private.streams (movie_id, status, film) select id, 'whole', '{}' from film`);
  const { code, said } = await examine({}, '--repair');
  expect(code).toBe(1);
  expect(said).toContain('✗ objects   1 objects are missing: artwork/gone.png.\n    → Restore these');
  const [, damaged] = /✗ objects {3}2 objects are not what was stored: (.*)\.\n/.exec(said) ?? [];
  expect(damaged?.split(', ').sort()).toEqual(['artwork/flipped.png', 'artwork/short.png']);
  expect(said).toContain('✗ objects   1 films cannot be played, their files are gone: San fichye.');
  expect(await database.query('select from storage.objects')).toHaveLength(4);
  await database.query('delete from private.streams');
}, 120_000);

test('files without a row are named, and with --repair noted for removal', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3;
  const env = {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const objects = new S3ObjectStore({ endpoint, bucket, accessKeyId, secretAccessKey });
  await store(objects, 'whole.png');
  for (const name of ['left.png', 'over.png', 'being-uploaded.png'])
    await objects.put({ bucket: 'artwork', name, version: '1' }, Buffer.from(name));
  for (const [path, stored] of s3.objects)
    if (!path.includes('being-uploaded')) stored.modified = new Date(Date.now() - 3 * 86_400_000);
  const noted = () => database.query('select name from platform.unused_files order by name');

  const looked = await examine(env);
  expect(looked.code).toBe(0);
  expect(looked.said).toContain(
    '! objects   2 files belong to no object: artwork/left.png/1, artwork/over.png/1.\n    → They take space only.',
  );
  expect(await noted()).toEqual([]);

  const repaired = await examine(env, '--repair');
  expect(repaired.said).toContain('! objects   2 files belong to no object');
  expect(await noted()).toEqual([{ name: 'left.png' }, { name: 'over.png' }]);
  expect(s3.objects.size).toBe(4);
  expect((await examine(env)).said).toContain('✓ objects   All 1 objects are there');

  // Another place's bucket.
  for (let number = 0; number < 30; number += 1)
    await objects.put({ bucket: 'artwork', name: `other-${number}.png`, version: '1' }, Buffer.from('x'));
  for (const stored of s3.objects.values()) stored.modified = new Date(Date.now() - 3 * 86_400_000);
  const wrong = await examine(env, '--repair');
  expect(wrong.code).toBe(1);
  expect(wrong.said).toMatch(/✗ objects {3}31 files belong to no object: .*\n {4}→ That is most of them/);
  expect(await noted()).toHaveLength(2);
}, 240_000);
