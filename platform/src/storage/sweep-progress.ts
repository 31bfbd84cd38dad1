import type { Database } from '../database/database.ts';

/** How far the comparison of rows and files is. Another process continues where one was killed. */
export interface Progress {
  step: 'rows' | 'files' | 'done';
  /** The last row's id, or the last file's path. */
  after: string;
  startedAt: number;
  /** Rows and files in this pass, and about how many there are. */
  checked: number;
  expected: number;
  /** In this step. */
  seen: number;
  missing: number;
  heldBack: ('rows' | 'files')[];
}

const KEY = 'storage_sweep';

export async function loadProgress(database: Database): Promise<Progress | undefined> {
  const [row] = await database.query<{ value: Progress }>(
    'select value from platform.settings where key = $1',
    [KEY],
  );
  return row?.value;
}

export async function saveProgress(database: Database, progress: Progress): Promise<void> {
  await database.query(
    `insert into platform.settings (key, value) values ($1, $2::jsonb)
      on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [KEY, JSON.stringify(progress)],
  );
}

/** Each object has a row and a file. The number only sets the pace, so PostgreSQL's estimate is good enough. */
export async function startPass(database: Database): Promise<Progress> {
  const [estimate] = await database.query<{ objects: number }>(
    `select greatest(reltuples, 0)::float8 as objects from pg_class where oid = 'storage.objects'::regclass`,
  );
  return {
    step: 'rows',
    after: '',
    startedAt: Date.now(),
    checked: 0,
    expected: 2 * (estimate?.objects ?? 0),
    seen: 0,
    missing: 0,
    heldBack: [],
  };
}
