import type { Database, Identity } from '../database/database.ts';
import { refuse } from './storage-error.ts';

export interface PageOptions {
  bucket: string;
  prefix: string;
  limit: number;
  /** Show deeper objects as folders. */
  folders: boolean;
  cursor: string | undefined;
  column: 'name' | 'updated_at' | 'created_at';
  order: 'asc' | 'desc';
}

interface Entry {
  key: string;
  id: string | null;
  sorted: string;
  updated_at: string;
  created_at: string;
  last_accessed_at: string;
  metadata: Record<string, unknown> | null;
  version: string | null;
}

/** One page of a keyset pagination: objects added or removed meanwhile do not shift the pages. */
export async function listPage(database: Database, as: Identity, options: PageOptions) {
  const { limit } = options;
  const entries = await database.query<Entry>(
    options.column === 'name' ? nameQuery(options) : dateQuery(options),
    pageValues(options, readCursor(options.cursor)),
    { as, readOnly: true },
  );
  const page = entries.slice(0, limit);
  const hasNext = entries.length > limit;
  const last = page.at(-1);
  return {
    hasNext,
    ...(hasNext && last ? { nextCursor: writeCursor(last) } : {}),
    folders: page.filter(({ id }) => id === null).map(({ key }) => ({ key: key.slice(0, -1), name: key })),
    objects: page
      .filter(({ id }) => id !== null)
      .map(({ sorted: _sorted, key, ...object }) => ({ key, name: key, ...object })),
  };
}

function pageValues({ bucket, prefix, limit, folders, column }: PageOptions, cursor: Cursor | undefined) {
  const values = [bucket, prefix, folders, limit + 1, cursor?.key ?? null];
  return column === 'name' ? values : [...values, cursor?.sorted ?? null];
}

/** By name: from each entry to the next by the index. The objects in a folder are skipped, however many there are. */
function nameQuery({ folders, order }: PageOptions): string {
  const isUp = order === 'asc';
  // The sign behind the slash: everything in the folder is skipped.
  const after = (key: string, isFolder: string) =>
    `case when ${isFolder} then left(${key}, -1) || '0' else ${key} || chr(1) end`;
  const objects = (bounds: string, limit: string) => `
    select o.* from storage.objects o where o.bucket_id = $1 and o.name collate "C" ${bounds}
    order by o.name collate "C" ${order} limit ${limit}`;
  const first = isUp
    ? `< $2 || chr(1114111) and o.name collate "C" >= coalesce(${after('$5::text', `$3 and right($5, 1) = '/'`)}, $2)`
    : `>= $2 and o.name collate "C" < coalesce($5::text, $2 || chr(1114111))`;
  const next = isUp
    ? `< $2 || chr(1114111) and o.name collate "C" >= ${after('at.key', 'at.key <> at.name')}`
    : `>= $2 and o.name collate "C" < at.key`;
  const entry = `case when $3::boolean and strpos(substr(o.name, length($2) + 1), '/') > 0
    then $2 || split_part(substr(o.name, length($2) + 1), '/', 1) || '/' else o.name end`;
  const row = (source: string) => `
    select ${entry} as key, o.id, o.name, o.updated_at, o.created_at, o.last_accessed_at, o.metadata, o.version ${source}`;
  const entries = folders
    ? `${row(`from (${objects(first, '1')}) o`)} union all ${row(`from page at cross join lateral (${objects(next, '1')}) o`)}`
    : row(`from (${objects(first, '$4')}) o`);
  return `
    with recursive page as (${entries})
    select key, case when key = name then id end as id, '1970-01-01 00:00:00+00' as sorted, updated_at, created_at,
      last_accessed_at, case when key = name then metadata end as metadata, case when key = name then version end as version
    from page limit $4`;
}

/** By date: reads everything below the prefix. A folder has the times of the newest object below it. */
function dateQuery({ column, order }: PageOptions): string {
  const after = order === 'asc' ? '>' : '<';
  return `
    with visible as (
      select *, substr(name, length($2) + 1) as rest
      from storage.objects
      where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || chr(1114111)
    ),
    entries as (
      select $2 || split_part(rest, '/', 1) || '/' as key, null::uuid as id, max(${column}) as sorted,
        max(updated_at) as updated_at, max(created_at) as created_at, max(last_accessed_at) as last_accessed_at,
        null::jsonb as metadata, null::text as version
      from visible where $3::boolean and strpos(rest, '/') > 0
      group by split_part(rest, '/', 1)
      union all
      select name, id, ${column}, updated_at, created_at, last_accessed_at, metadata, version
      from visible where not $3::boolean or strpos(rest, '/') = 0
    )
    select key, id, sorted::text, updated_at, created_at, last_accessed_at, metadata, version
    from entries
    where $5::text is null
      or entries.sorted ${after} $6::timestamptz
      or (entries.sorted = $6::timestamptz and key collate "C" ${after} $5::text)
    order by entries.sorted ${order}, key collate "C" ${order}
    limit $4`;
}

interface Cursor {
  sorted: string;
  key: string;
}

function writeCursor({ sorted, key }: Entry): string {
  return Buffer.from(JSON.stringify([sorted, key])).toString('base64url');
}

function readCursor(cursor: string | undefined): Cursor | undefined {
  if (!cursor) return undefined;
  try {
    const [sorted, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof sorted === 'string' && typeof key === 'string' && !Number.isNaN(Date.parse(sorted)))
      return { sorted, key };
  } catch {
    // Falls through to the same refusal.
  }
  throw refuse.invalidRequest("'cursor' is not one of ours");
}
