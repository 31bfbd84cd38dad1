import { createHash } from 'node:crypto';
import type { Database } from '@lakou/platform/database';
import {
  addUnusedFiles,
  findFilesWithoutRow,
  type ObjectKey,
  type ObjectStore,
} from '@lakou/platform/storage';
import { openStores } from '../../server/src/backup/stores.ts';
import type { Config } from '../../server/src/config.ts';
import { checkStreams } from './check-streams.ts';
import { type Finding, fault, warning, well } from './finding.ts';
import { FIRST_ID, GRACE_MS, Names, PAGE, SUSPICIOUS } from './listing.ts';

/** Only these are hashed when they are stored; see `HASHED_BYTES` in platform/src/storage/disk-object-store.ts. */
const MD5 = /^"?([0-9a-f]{32})"?$/;

interface StoredRow extends ObjectKey {
  id: string;
  size: string | null;
  etag: string | null;
}

/**
 * With `--objects`: compares database and stores, page by page. Reads every small object, so it takes long. With `--repair`,
 * files and folders of streams that no row names are removed after a day; nothing else is changed.
 */
export async function checkObjects(
  config: Config,
  database: Database,
  { isRepairing }: { isRepairing: boolean },
): Promise<Finding[]> {
  const stores = await openStores(config, config.dataFolder);
  const rows = await checkRows(stores.objects, database);
  const streams = await checkStreams(stores.streams, database, { isRepairing });
  const extra = await checkExtraFiles(stores.objects, database, isRepairing);
  const found = [...rows.found, ...streams, ...extra];
  return found.length > 0
    ? found
    : [well(`All ${rows.seen} objects are there, as they were stored, and no others.`)];
}

async function checkRows(
  store: ObjectStore,
  database: Database,
): Promise<{ seen: number; found: Finding[] }> {
  const missing = new Names();
  const damaged = new Names();
  let seen = 0;
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const rows: StoredRow[] = await database.query<StoredRow>(
      `select id::text, bucket_id as bucket, name, version, metadata->>'size' as size, metadata->>'eTag' as etag
        from storage.objects where id > $1 order by id limit ${PAGE}`,
      [after],
    );
    for (const row of rows) {
      const file = await store.find(row);
      if (!file) missing.add(`${row.bucket}/${row.name}`);
      else if ((row.size !== null && Number(row.size) !== file.size) || !(await hasItsHash(store, row)))
        damaged.add(`${row.bucket}/${row.name}`);
    }
    seen += rows.length;
    after = rows.at(-1)?.id;
  }
  const advice = 'Restore these from a backup, or upload them again.';
  return {
    seen,
    found: [
      ...(missing.count > 0 ? [fault(`${missing.count} objects are missing: ${missing}.`, advice)] : []),
      ...(damaged.count > 0
        ? [fault(`${damaged.count} objects are not what was stored: ${damaged}.`, advice)]
        : []),
    ],
  };
}

async function hasItsHash(store: ObjectStore, row: StoredRow): Promise<boolean> {
  const [, wanted] = MD5.exec(row.etag ?? '') ?? [];
  if (!wanted) return true;
  const hash = createHash('md5');
  for await (const bytes of (await store.open(row)) ?? []) hash.update(bytes as Buffer);
  return hash.digest('hex') === wanted;
}

async function checkExtraFiles(
  store: ObjectStore,
  database: Database,
  isRepairing: boolean,
): Promise<Finding[]> {
  const extra = new Names();
  const before = new Date(Date.now() - GRACE_MS);
  let seen = 0;
  // Counted first: of a wrong folder or database nothing is removed.
  for await (const { files, without } of pagesOf(store, database, before)) {
    seen += files;
    for (const { bucket, name, version } of without) extra.add(`${bucket}/${name}/${version}`);
  }
  if (extra.count === 0) return [];
  const text = `${extra.count} files belong to no object: ${extra}.`;
  if (extra.count >= SUSPICIOUS && extra.count * 2 > seen)
    return [fault(text, 'That is most of them: are this DATA_DIR or bucket and this database of one place?')];
  if (!isRepairing)
    return [
      warning(
        text,
        'They take space only. npm run doctor -- --objects --repair has them removed after a day.',
      ),
    ];
  for await (const { without } of pagesOf(store, database, before))
    await addUnusedFiles(database, without, GRACE_MS);
  return [warning(text, 'A running server removes them after a day, unless a row names them by then.')];
}

async function* pagesOf(store: ObjectStore, database: Database, before: Date) {
  let page: ObjectKey[] = [];
  const compared = async () => {
    const unknown = await findFilesWithoutRow(database, page);
    return { files: page.length, without: await leaveOutNoted(database, unknown) };
  };
  for await (const file of store.list()) {
    if (file.since < before) page.push(file);
    if (page.length < PAGE) continue;
    yield await compared();
    page = [];
  }
  yield await compared();
}

/** Without those that are about to be removed anyway. */
async function leaveOutNoted(database: Database, files: ObjectKey[]): Promise<ObjectKey[]> {
  const noted = await database.query<{ path: string }>(
    `select concat_ws('/', bucket_id, name, version) as path from platform.unused_files
      where (bucket_id, name) in (select * from unnest($1::text[], $2::text[]))`,
    [files.map(({ bucket }) => bucket), files.map(({ name }) => name)],
  );
  const paths = new Set(noted.map(({ path }) => path));
  return files.filter(({ bucket, name, version }) => !paths.has(`${bucket}/${name}/${version}`));
}
