import type { Database } from '@lakou/platform/database';

/**
 * While a backup copies the files that its dump names, no process removes files: rows are deleted at once, their files
 * by the first sweep after the backup. The hold expires by itself if the backup is killed.
 */
export async function holdRemovals(database: Database, seconds: number): Promise<void> {
  await database.query(
    `insert into platform.settings (key, value)
      values ('removals_held_until', to_jsonb(now() + make_interval(secs => $1)))
      on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [seconds],
  );
}

/** The same store, which removes nothing during a hold. */
export function heldStore<Store extends { remove(what: never): Promise<void> }>(
  store: Store,
  database: Database,
): Store {
  const remove = store.remove.bind(store);
  store.remove = async (what: never) => {
    if (!(await areHeld(database))) await remove(what);
  };
  return store;
}

/** Checked after the row is deleted: a dump that still has the row began after the hold. */
async function areHeld(database: Database): Promise<boolean> {
  const held = await database.query(
    `select from platform.settings where key = 'removals_held_until' and (value #>> '{}')::timestamptz > now()`,
  );
  return held.length > 0;
}
