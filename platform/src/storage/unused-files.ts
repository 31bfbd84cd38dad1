import type { Database } from '../database/database.ts';
import type { ObjectKey, ObjectStore } from './object-store.ts';

/** Files in one call of the store. */
const BATCH = 500;

/** The rows of `keys`, whose parameters are `keyLists`. */
const KEYS = 'select * from unnest($1::text[], $2::text[], $3::text[]) as k (bucket_id, name, version)';

/** Files that no row points to. A trigger adds those of deleted and replaced objects. */
export async function addUnusedFiles(
  database: Database,
  keys: readonly ObjectKey[],
  graceMs: number,
): Promise<void> {
  await database.query(
    `insert into platform.unused_files (bucket_id, name, version, remove_after)
      select k.*, now() + make_interval(secs => $4) from (${KEYS}) k on conflict do nothing`,
    [...keyLists(keys), graceMs / 1000],
  );
}

export async function forgetUnusedFiles(database: Database, keys: readonly ObjectKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.query(
    `delete from platform.unused_files where (bucket_id, name, version) in (${KEYS})`,
    keyLists(keys),
  );
}

/** Removes the files that are due, except those that a row points to after all. True when there are more. */
export async function removeUnusedFiles(database: Database, store: ObjectStore): Promise<boolean> {
  const due = await database.query<ObjectKey & { used: boolean }>(
    `select u.bucket_id as bucket, u.name, u.version, exists (
        select from storage.objects o where o.bucket_id = u.bucket_id and o.name = u.name and o.version = u.version) as used
      from platform.unused_files u where u.remove_after <= now() order by u.remove_after limit ${BATCH}`,
  );
  const failed = await remove(
    store,
    due.filter(({ used }) => !used),
  );
  await forgetUnusedFiles(
    database,
    due.filter((key) => !failed.includes(key)),
  );
  if (failed.length === 0) return due.length === BATCH;
  // Later, so that they do not keep the others waiting.
  await database.query(
    `update platform.unused_files set remove_after = now() + interval '1 hour'
      where (bucket_id, name, version) in (${KEYS})`,
    keyLists(failed),
  );
  if (failed.length === due.length) throw new Error(`${failed.length} unused files could not be removed`);
  return due.length === BATCH;
}

/** Returns those that could not be removed. */
async function remove<Key extends ObjectKey>(store: ObjectStore, keys: readonly Key[]): Promise<Key[]> {
  try {
    if (keys.length > 0) await store.remove(keys);
    return [];
  } catch {
    const failed: Key[] = [];
    for (const key of keys) await store.remove([key]).catch(() => failed.push(key));
    return failed;
  }
}

function keyLists(keys: readonly ObjectKey[]): string[][] {
  return [keys.map(({ bucket }) => bucket), keys.map(({ name }) => name), keys.map(({ version }) => version)];
}
