import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

/** A date after everything in the test. */
const now = { graceMs: -60_000 };
let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  await world.as('service').createBucket('desk');
  for (const name of ['a.txt', 'b/c.txt', 'b/d.txt']) await desk().upload(name, name);
});
afterAll(() => world.close());

const desk = () => world.as('service').from('desk');
const objects = () => join(world.folder, 'storage', 'objects');
const names = async () => (await desk().listV2({})).data?.objects.map(({ name }) => name);

test('consistent objects are not changed', async () => {
  expect(await world.storage.sweep(now)).toEqual({
    rowsWithoutFile: [],
    filesWithoutRow: [],
    abandonedUploads: 0,
    incompleteWrites: 0,
    heldBack: [],
  });
  expect(await names()).toEqual(['a.txt', 'b/c.txt', 'b/d.txt']);
});

test('a row without a file, a file without a row and an incomplete file are removed', async () => {
  rmSync(join(objects(), 'desk', 'b', 'd.txt'), { recursive: true });
  const orphan = join(objects(), 'desk', 'orphan.txt');
  mkdirSync(orphan);
  writeFileSync(join(orphan, '22222222-2222-4222-8222-222222222222'), 'nobody knows me');
  const older = join(objects(), 'desk', 'a.txt', '33333333-3333-4333-8333-333333333333');
  writeFileSync(older, 'a version that was replaced');
  const incoming = join(world.folder, 'storage', 'incoming', 'half');
  writeFileSync(incoming, 'ha');
  utimesSync(incoming, 1000, 1000);

  // Within the grace period they can belong to uploads about to be finished.
  expect(await world.storage.sweep({ graceMs: 3_600_000 })).toMatchObject({
    rowsWithoutFile: [],
    filesWithoutRow: [],
  });
  const report = await world.storage.sweep(now);
  expect(report.rowsWithoutFile).toEqual(['desk/b/d.txt']);
  expect(report.filesWithoutRow.sort()).toEqual([
    'desk/a.txt/33333333-3333-4333-8333-333333333333',
    'desk/orphan.txt/22222222-2222-4222-8222-222222222222',
  ]);
  expect(report.heldBack).toEqual([]);
  expect(await names()).toEqual(['a.txt', 'b/c.txt']);
  expect(readdirSync(join(objects(), 'desk')).sort()).toEqual(['a.txt', 'b']);
  expect(readdirSync(join(world.folder, 'storage', 'incoming'))).toEqual([]);
  expect(await (await desk().download('a.txt')).data?.text()).toBe('a.txt');
});

test('a download of an object whose file is missing is a 404, not a 500', async () => {
  await desk().upload('lost.txt', 'x');
  rmSync(join(objects(), 'desk', 'lost.txt'), { recursive: true });
  expect((await desk().download('lost.txt')).error).toMatchObject({ statusCode: '404' });
  await desk().remove(['lost.txt']);
  expect(world.problems).toEqual([]);
});

test('when all files seem lost, nothing is removed: it is more likely the wrong folder', async () => {
  for (let at = 0; at < 25; at += 1) await desk().upload(`many/${at}`, 'x');
  const { renameSync } = await import('node:fs');
  renameSync(objects(), `${objects()}.away`);
  const report = await world.storage.sweep(now);
  expect(report.heldBack).toEqual(['rows']);
  expect(report.rowsWithoutFile.length).toBeGreaterThan(20);
  renameSync(`${objects()}.away`, objects());
  expect((await names())?.length).toBe(27);
  expect((await world.storage.sweep(now)).rowsWithoutFile).toEqual([]);
});

test('a file is removed when its row cannot be written', async () => {
  const before = await Array.fromAsync(world.storage.store.list());
  await world.database.query(`create function storage.say_no() returns trigger language plpgsql as
    $$ begin if (new.metadata ->> 'eTag') is not null then raise exception 'the bucket is full'; end if; return new; end $$`);
  await world.database.query(
    'create trigger say_no before insert on storage.objects for each row execute function storage.say_no()',
  );
  const { error } = await desk().upload('refused.txt', 'x');
  await world.database.query('drop trigger say_no on storage.objects');
  expect(error).toMatchObject({ statusCode: '400', message: 'the bucket is full' });
  expect(await Array.fromAsync(world.storage.store.list())).toEqual(before);
});
