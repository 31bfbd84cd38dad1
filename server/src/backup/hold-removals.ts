import type { Database } from '@lakou/platform/database/database';

/**
 * While a backup copies what its dump of the database names, no process may remove bytes: rows go at once, their bytes
 * stay until the next sweep after it. The promise runs out by itself, should the backup die.
 */
export async function holdRemovals(database: Database, seconds: number): Promise<void> {
  await database.query(
    `insert into platform.settings (key, value)
      values ('removals_held_until', to_jsonb(now() + make_interval(secs => $1)))
      on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [seconds],
  );
}

/** The same store, which removes nothing meanwhile. */
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

/** Asked after the row is gone: a dump that still has the row is younger than the promise. */
async function areHeld(database: Database): Promise<boolean> {
  const held = await database.query(
    `select from platform.settings where key = 'removals_held_until' and (value #>> '{}')::timestamptz > now()`,
  );
  return held.length > 0;
}
