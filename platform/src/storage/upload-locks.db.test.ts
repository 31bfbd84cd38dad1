import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-databases.ts';
import { installSchemas } from '../schemas/install-schemas.ts';
import { UploadLeases } from './upload-leases.ts';
import { UploadLocks } from './upload-locks.ts';
import { UploadRows } from './upload-rows.ts';

/** Two processes on one database. */
let database: TestDatabase;
let first: UploadLocks;
let second: UploadLocks;
beforeAll(async () => {
  database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  await database.query(`insert into storage.buckets (id, name) values ('reels', 'reels')`);
  first = new UploadLocks(new UploadLeases(database));
  second = new UploadLocks(new UploadLeases(database));
});
afterAll(async () => {
  first.close();
  second.close();
  await database.close();
});

const never = new AbortController().signal;

async function begin(): Promise<string> {
  const id = randomUUID();
  const plan = {
    bucket: 'reels',
    name: `${id}.bin`,
    version: id,
    owner: undefined,
    metadata: { mimetype: 'text/plain', cacheControl: 'no-cache' },
    userMetadata: undefined,
    upsert: false,
    limit: 10,
    holder: undefined,
    link: undefined,
  };
  await new UploadRows(database).add({ id, size: 10, metadata: { odd: '\0' }, plan });
  return id;
}

test('a lock that another process wants is asked for and handed over', async () => {
  const id = await begin();
  const held = first.newLock(id);
  const release = vi.fn(() => held.unlock());
  await held.lock(never, release);
  const wanted = second.newLock(id);
  await wanted.lock(never, () => {});
  expect(release).toHaveBeenCalled();
  expect(() => first.check(id)).toThrow();
  second.check(id);
  await wanted.unlock();
});

test('a process that was too slow loses its lock to another and can write no more', async () => {
  const id = await begin();
  const held = first.newLock(id);
  await held.lock(never, () => {});
  first.check(id);
  const later = performance.now() + 9000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(() => first.check(id)).toThrow();
  clock.mockRestore();
  await database.query(`update platform.uploads set held_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  const taken = second.newLock(id);
  await taken.lock(never, () => {});
  second.check(id);
  await held.unlock();
  // What the first gives back is not its own any more.
  const [row] = await database.query<{ held: boolean }>(
    'select held_until > now() as held from platform.uploads where id = $1',
    [id],
  );
  expect(row?.held).toBe(true);
  await taken.unlock();
});

test('a request that gives up waiting leaves the lock to others', async () => {
  const id = await begin();
  const held = first.newLock(id);
  await held.lock(never, () => {});
  const impatient = new AbortController();
  const waiting = second.newLock(id).lock(impatient.signal, () => {});
  impatient.abort();
  await expect(waiting).rejects.toMatchObject({ body: expect.stringContaining('lock') });
  expect(second.held()).toEqual([]);
  await held.unlock();
  const next = second.newLock(id);
  await next.lock(never, () => {});
  await next.unlock();
});

test('an upload that is begun needs no lease: nobody else knows it', async () => {
  const id = randomUUID();
  const lock = first.newLock(id);
  await lock.lock(never, () => {});
  first.check(id);
  await lock.unlock();
  expect(first.held()).toEqual([]);
});
