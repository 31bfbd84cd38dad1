import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskObjectStore } from '../../../platform/src/storage/disk-object-store.ts';
import type { FoundObject, ObjectKey } from '../../../platform/src/storage/object-store.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';

/** A date after everything in the test. */
const now = { graceMs: -60_000 };

/** A disk that can fail, counts look-ups, and says of files in upload that they are new and of others that they are old. */
class TestStore extends DiskObjectStore {
  readonly lookUps: string[] = [];
  readonly uploading = new Set<string>();
  isBroken = false;

  override async find(key: ObjectKey): Promise<FoundObject | undefined> {
    this.lookUps.push(key.name);
    const found = await super.find(key);
    return (
      found && { ...found, since: this.uploading.has(key.name) ? new Date(Date.now() + 1e9) : new Date(0) }
    );
  }

  /** With a date after everything, uploads that go on would look like incomplete ones; incomplete-writes are tested elsewhere. */
  override async removeIncompleteWrites(): Promise<number> {
    return 0;
  }

  override async remove(keys: readonly ObjectKey[]): Promise<void> {
    if (this.isBroken || keys.some(({ name }) => name === 'stuck.txt'))
      throw new Error('the disk does not answer');
    return super.remove(keys);
  }
}

let world: StorageWorld;
const folder = mkdtempSync(join(tmpdir(), 'lakou-batches-'));
const store = new TestStore(folder);
beforeAll(async () => {
  world = await openStorageWorld({ store });
  await world.as('service').createBucket('desk');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const desk = () => world.as('service').from('desk');
const stored = async () => (await Array.fromAsync(store.list())).map(({ name }) => name).sort();
const makeDue = () => world.database.query('update platform.unused_files set remove_after = now()');
const waiting = () => world.database.query('select name from platform.unused_files order by name');

test('the files of deleted, replaced and moved objects are removed although the process died before it could', async () => {
  for (const name of ['deleted', 'replaced', 'moved', 'kept']) await desk().upload(name, name);
  store.isBroken = true;
  await desk().remove(['deleted']);
  await desk().update('replaced', 'new bytes');
  await desk().move('moved', 'elsewhere');
  store.isBroken = false;
  expect(await stored()).toEqual(['deleted', 'elsewhere', 'kept', 'moved', 'replaced', 'replaced']);

  await world.storage.sweepBatch();
  expect(await waiting()).toHaveLength(3);
  await makeDue();
  await world.storage.sweepBatch();
  expect(await stored()).toEqual(['elsewhere', 'kept', 'replaced']);
  expect(await waiting()).toEqual([]);
  expect(await (await desk().download('replaced')).data?.text()).toBe('new bytes');
  expect(await (await desk().download('elsewhere')).data?.text()).toBe('moved');
});

test('a removed file does not wait in the list, and one that a row points to is never removed', async () => {
  await desk().upload('brief', 'x');
  await desk().remove(['brief']);
  expect(await waiting()).toEqual([]);
  await world.database.query(
    `insert into platform.unused_files select bucket_id, name, version, now() from storage.objects where name = 'kept'`,
  );
  await world.storage.sweepBatch();
  expect([await waiting(), await (await desk().download('kept')).data?.text()]).toEqual([[], 'kept']);
});

test('a file that cannot be removed does not keep others waiting', async () => {
  store.isBroken = true;
  for (const name of ['stuck.txt', 'loose.txt']) {
    await desk().upload(name, name);
    await desk().remove([name]);
  }
  store.isBroken = false;
  await makeDue();
  await world.storage.sweepBatch();
  expect(await waiting()).toEqual([{ name: 'stuck.txt' }]);
  expect(await stored()).not.toContain('loose.txt');
  await world.database.query('delete from platform.unused_files');
  rmSync(join(folder, 'objects', 'desk', 'stuck.txt'), { recursive: true });
});

test('a sweep that is killed after every batch looks at each object once, and finds what is missing', async () => {
  await world.storage.sweep(now);
  await world.database.query(
    `insert into storage.objects (bucket_id, name, version, created_at, updated_at)
      select 'desk', 'n/' || n, gen_random_uuid(), now() - interval '1 day', now() - interval '1 day' from generate_series(1, 1200) n`,
  );
  const rows = await world.database.query<{ name: string; version: string }>(
    `select name, version from storage.objects where name like 'n/%' order by name`,
  );
  const lost = rows.filter((_, at) => at % 100 === 7).map(({ name }) => name);
  for (const { name, version } of rows)
    if (!lost.includes(name)) await store.put({ bucket: 'desk', name, version }, Buffer.from(name));
  await store.put({ bucket: 'desk', name: 'n/orphan', version: crypto.randomUUID() }, Buffer.from('x'));
  await world.database.query(`delete from platform.settings where key = 'storage_sweep'`);
  store.lookUps.length = 0;

  const isDone = async () => {
    const [progress] = await world.database.query<{ done: boolean }>(
      `select value ->> 'step' = 'done' as done from platform.settings where key = 'storage_sweep'`,
    );
    return progress?.done ?? false;
  };
  while (!(await isDone())) {
    await world.storage.sweepBatch(now);
    await world.restart();
  }
  await world.storage.sweepBatch(now);

  // Once as a row, and once as a file.
  const counts = new Map<string, number>();
  for (const name of store.lookUps) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name } of rows) expect([name, counts.get(name)]).toEqual([name, lost.includes(name) ? 1 : 2]);
  const left = await world.database.query<{ name: string }>(
    `select name from storage.objects where name like 'n/%' order by name`,
  );
  expect(left.map(({ name }) => name)).toEqual(
    rows.map(({ name }) => name).filter((name) => !lost.includes(name)),
  );
  expect(await stored()).not.toContain('n/orphan');
});

test('the next comparison of rows and files begins a day later', async () => {
  store.lookUps.length = 0;
  expect(await world.storage.sweepBatch(now)).toBe(false);
  expect(store.lookUps).toEqual([]);
  await world.database.query(
    `update platform.settings set value = jsonb_set(value, '{startedAt}', to_jsonb((value ->> 'startedAt')::bigint - 86400001))
      where key = 'storage_sweep'`,
  );
  await world.storage.sweepBatch(now);
  expect(store.lookUps.length).toBeGreaterThan(0);
});

test('with uploads, replacements, moves and deletions at the same time, nothing valid is removed', async () => {
  const contents = new Map<string, string>();
  const run = crypto.randomUUID();
  const isOver = { value: false };
  const sweeping = (async () => {
    while (!isOver.value) await world.storage.sweep(now);
  })();
  const person = async (who: number) => {
    for (let round = 0; round < 25; round += 1) {
      const name = `${run}-${who}/${round % 4}`;
      const text = `${who} ${round}`;
      const act = (round * 7 + who) % 5;
      if (act === 0) {
        await desk().remove([name]);
        contents.delete(name);
      } else if (act === 1 && contents.has(name)) {
        const to = `${run}-${who}/moved-${round}`;
        store.uploading.add(to);
        expect((await desk().move(name, to)).error, String(world.problems)).toBeNull();
        store.uploading.delete(to);
        contents.set(to, contents.get(name) ?? '');
        contents.delete(name);
      } else {
        store.uploading.add(name);
        expect((await desk().upload(name, text, { upsert: true })).error, String(world.problems)).toBeNull();
        store.uploading.delete(name);
        contents.set(name, text);
      }
    }
  };
  await Promise.all([0, 1, 2, 3].map(person)).finally(() => {
    isOver.value = true;
  });
  await sweeping;

  await world.storage.sweep(now);
  for (const [name, text] of contents)
    expect([name, await (await desk().download(name)).data?.text()]).toEqual([name, text]);
  const mine = (names: string[]) => names.filter((name) => name.startsWith(run)).toSorted();
  expect(mine(await stored())).toEqual(mine([...contents.keys()]));
});
