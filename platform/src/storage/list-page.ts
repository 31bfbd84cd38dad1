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
  const { bucket, prefix, limit, folders } = options;
  const cursor = readCursor(options.cursor);
  const entries = await database.query<Entry>(
    pageQuery(options),
    [bucket, prefix, folders, limit + 1, cursor?.sorted ?? null, cursor?.key ?? null],
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

/** A folder has the times of the newest object below it. */
function pageQuery({ column, order }: PageOptions): string {
  const date = column === 'name' ? "'epoch'::timestamptz" : column;
  const after = order === 'asc' ? '>' : '<';
  return `
    with visible as (
      select *, substr(name, length($2) + 1) as rest
      from storage.objects where bucket_id = $1 and starts_with(name, $2)
    ),
    entries as (
      select $2 || split_part(rest, '/', 1) || '/' as key, null::uuid as id, max(${date}) as sorted,
        max(updated_at) as updated_at, max(created_at) as created_at, max(last_accessed_at) as last_accessed_at,
        null::jsonb as metadata, null::text as version
      from visible where $3::boolean and strpos(rest, '/') > 0
      group by split_part(rest, '/', 1)
      union all
      select name, id, ${date}, updated_at, created_at, last_accessed_at, metadata, version
      from visible where not $3::boolean or strpos(rest, '/') = 0
    )
    select key, id, sorted::text, updated_at, created_at, last_accessed_at, metadata, version
    from entries
    where $6::text is null
      or entries.sorted ${after} $5::timestamptz
      or (entries.sorted = $5::timestamptz and key collate "C" ${after} $6::text)
    order by entries.sorted ${order}, key collate "C" ${order}
    limit $4`;
}

function writeCursor({ sorted, key }: Entry): string {
  return Buffer.from(JSON.stringify([sorted, key])).toString('base64url');
}

function readCursor(cursor: string | undefined): { sorted: string; key: string } | undefined {
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
