import type { Database } from '../database/database.ts';
import { keyOf, type ObjectRow, service, withDeleteAllowed } from './object-rows.ts';
import type { FoundObject, ObjectKey, ObjectStore } from './object-store.ts';
import type { ResumableStore } from './resumable-store.ts';

export interface SweepReport {
  /** Rows removed because their file is gone, as `bucket/name`. */
  rowsWithoutFile: string[];
  /** Files removed because no row points to them, as `bucket/name/version`. */
  filesWithoutRow: string[];
  /** Expired resumable uploads. */
  abandonedUploads: number;
  /** Leftovers of interrupted writes. */
  incompleteWrites: number;
  /** So much is missing that the folder or database may be the wrong one: nothing was removed. */
  heldBack: ('rows' | 'files')[];
}

const BATCH = 500;
/** At least this many, and more than half, is more than a crash explains; an admin should look first. */
const SUSPICIOUS = 20;

/**
 * Repairs what a crash between writing a file and its row left behind. Anything younger than the grace time is skipped:
 * it may be an upload that is just being finished.
 */
export async function sweep(
  parts: { database: Database; store: ObjectStore; uploads: ResumableStore },
  graceMs: number,
): Promise<SweepReport> {
  const { database, store, uploads } = parts;
  const before = new Date(Date.now() - graceMs);
  const heldBack: SweepReport['heldBack'] = [];

  const rows = await findRowsWithoutFile(database, store, before);
  if (isSuspicious(rows.missing.length, rows.seen)) heldBack.push('rows');
  else await removeRows(database, rows.missing);

  const files = await findFilesWithoutRow(database, store, before);
  if (isSuspicious(files.missing.length, files.seen)) heldBack.push('files');
  else await store.remove(files.missing);

  return {
    rowsWithoutFile: rows.missing.map(({ bucket_id, name }) => `${bucket_id}/${name}`),
    filesWithoutRow: files.missing.map(({ bucket, name, version }) => `${bucket}/${name}/${version}`),
    abandonedUploads: await uploads.deleteExpired(),
    incompleteWrites: await store.removeIncompleteWrites(before),
    heldBack,
  };
}

function isSuspicious(missing: number, seen: number): boolean {
  return missing >= SUSPICIOUS && missing * 2 > seen;
}

type Row = Pick<ObjectRow, 'id' | 'bucket_id' | 'name' | 'version'>;

async function findRowsWithoutFile(database: Database, store: ObjectStore, before: Date) {
  const missing: Row[] = [];
  let seen = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query<Row & { old: boolean }>(
      `select id, bucket_id, name, coalesce(version, '') as version,
          greatest(created_at, updated_at) < $2::timestamptz as old
        from storage.objects where id > $1 order by id limit ${BATCH}`,
      [last, before],
    );
    if (rows.length === 0) return { missing, seen };
    for (const row of rows) {
      seen += 1;
      last = row.id;
      if (row.old && (row.version === '' || !(await store.find(keyOf(row))))) missing.push(row);
    }
  }
}

/** Only while they still point to the missing version: a new upload may have replaced it. */
async function removeRows(database: Database, rows: readonly Row[]): Promise<void> {
  for (const { id, version } of rows) {
    const text = `delete from storage.objects where id = $1 and coalesce(version, '') = $2`;
    await database.run([{ text, values: [id, version] }], { as: withDeleteAllowed(service) });
  }
}

async function findFilesWithoutRow(database: Database, store: ObjectStore, before: Date) {
  const missing: ObjectKey[] = [];
  let seen = 0;
  let batch: (ObjectKey & FoundObject)[] = [];
  const look = async (): Promise<void> => {
    const known = await database.query<{ path: string }>(
      `select concat_ws('/', bucket_id, name, version) as path from storage.objects
        where (bucket_id, name) in (select * from unnest($1::text[], $2::text[]))`,
      [batch.map(({ bucket }) => bucket), batch.map(({ name }) => name)],
    );
    const paths = new Set(known.map(({ path }) => path));
    missing.push(...batch.filter(({ bucket, name, version }) => !paths.has(`${bucket}/${name}/${version}`)));
    batch = [];
  };
  for await (const file of store.list()) {
    seen += 1;
    if (file.since >= before) continue;
    batch.push(file);
    if (batch.length >= BATCH) await look();
  }
  if (batch.length > 0) await look();
  return { missing, seen };
}
