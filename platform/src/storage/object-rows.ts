import { randomUUID } from 'node:crypto';
import type { Database, Identity, RawResult, Statement, Transaction } from '../database/database.ts';
import { repeatConflict } from '../database/repeat-conflicts.ts';
import { toRows } from '../database/values.ts';
import type { ObjectKey } from './object-store.ts';
import { refuse } from './storage-error.ts';

/** The `metadata` column, as Supabase fills it. */
export interface ObjectMetadata {
  eTag?: string;
  size?: number;
  mimetype: string;
  cacheControl: string;
  lastModified?: string;
  contentLength?: number;
  httpStatusCode?: number;
  contentEncoding?: string;
}

export interface ObjectRow {
  id: string;
  bucket_id: string;
  name: string;
  owner_id: string | null;
  version: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
}

/** What is needed to render a picture. */
export type ImageRow = Pick<ObjectRow, 'bucket_id' | 'name' | 'version' | 'metadata'>;

export interface NewObject extends ObjectKey {
  owner: string | undefined;
  metadata: ObjectMetadata;
  userMetadata: Record<string, unknown> | undefined;
  upsert: boolean;
}

const columns =
  'id, bucket_id, name, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata';
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Passes all policies; triggers see a service, not a user. */
export const service: Identity = { role: 'service_role', claims: { role: 'service_role' } };

/** Adds the operation's name, which policies can read as `storage.operation()`. */
export function withOperation(
  operation: string,
  identity: Identity,
  settings: Record<string, string> = {},
): Identity {
  return {
    ...identity,
    settings: { ...identity.settings, 'storage.operation': `storage.${operation}`, ...settings },
  };
}

/** Checks the policies by an insert that is rolled back. */
export async function checkObjectAllowed(database: Database, object: NewObject, as: Identity): Promise<void> {
  await database.run([insertStatement(randomUUID(), object)], { as, rollback: true });
}

/**
 * Writes the row as the caller. Triggers on it run in the same transaction, and so does `finishing`, which ends the upload
 * that the object comes from and must affect one row.
 */
export async function writeObject(
  database: Database,
  object: NewObject,
  as: Identity,
  finishing?: Statement,
): Promise<{ id: string; replaced: string | undefined }> {
  return repeatConflict(() =>
    database.transaction(async (transaction) => {
      const before = await lockObject(transaction, object);
      const id = before?.id ?? randomUUID();
      await transaction.run(insertStatement(id, object), as);
      if (finishing && (await transaction.run(finishing)).count !== 1) throw refuse.noSuchUpload();
      return { id, replaced: before?.version };
    }),
  );
}

/** An advisory lock, because there may be no row to lock yet. */
async function lockObject(
  transaction: Transaction,
  { bucket, name }: { bucket: string; name: string },
): Promise<{ id: string; version: string } | undefined> {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${bucket}/${name}`]);
  const [row] = await transaction.query<{ id: string; version: string }>(
    'select id, version from storage.objects where bucket_id = $1 and name = $2',
    [bucket, name],
  );
  return row;
}

function insertStatement(id: string, object: NewObject): Statement {
  const { bucket, name, version, owner, metadata, userMetadata, upsert } = object;
  const insert = `insert into storage.objects (id, bucket_id, name, version, owner, owner_id, metadata, user_metadata)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  const replace = ` on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
    owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    last_accessed_at = now()`;
  return {
    text: upsert ? insert + replace : insert,
    values: [
      id,
      bucket,
      name,
      version,
      owner !== undefined && uuid.test(owner) ? owner : null,
      owner ?? null,
      JSON.stringify(metadata),
      userMetadata === undefined ? null : JSON.stringify(userMetadata),
    ],
  };
}

/** The row as the caller can see it; without a caller, without policies. */
export async function findObject(
  database: Database,
  bucket: string,
  name: string,
  as?: Identity,
): Promise<ObjectRow> {
  const statement = {
    name: 'storage: find object',
    text: `select ${columns} from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucket, name],
  };
  const [result] = await database.run([statement], { readOnly: true, ...(as ? { as } : {}) });
  const [row] = toRows<ObjectRow>(result as RawResult);
  if (!row) throw refuse.noSuchKey();
  return row;
}

/**
 * The row if its bucket is public, in one round trip; `undefined` if the bucket exists but is private.
 */
export async function findIfPublic(
  database: Database,
  bucket: string,
  name: string,
): Promise<ObjectRow | undefined> {
  const statement = {
    name: 'storage: find public object',
    text: `select b.public, ${columns.replaceAll(/\w+/g, 'o.$&')} from storage.buckets b
      left join storage.objects o on b.public and o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    values: [bucket, name],
  };
  const [result] = await database.run([statement], { readOnly: true });
  const [row] = toRows<ObjectRow & { public: boolean | null }>(result as RawResult);
  if (!row) throw refuse.noSuchBucket();
  if (!row.public) return undefined;
  if (row.id === null) throw refuse.noSuchKey();
  return row;
}

/** Objects have one version at a time: another than the current one is gone, or never was. */
export function requireVersion(row: Pick<ObjectRow, 'version'>, wanted: unknown): void {
  if (wanted !== undefined && wanted !== null && wanted !== row.version) throw refuse.noSuchKey();
}

/** Every picture there is, or every one of a bucket, page by page. */
export async function* listImages(database: Database, bucket?: string): AsyncGenerator<ImageRow> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.query<ObjectRow>(
      `select ${columns} from storage.objects where id > $1 and metadata ->> 'mimetype' like 'image/%'
        and ($2::text is null or bucket_id = $2) order by id limit 100`,
      [last, bucket ?? null],
    );
    yield* rows;
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
  }
}

export async function findObjects(
  database: Database,
  bucket: string,
  names: readonly string[],
  as: Identity,
): Promise<{ name: string }[]> {
  return database.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1 and name = any ($2)',
    [bucket, names],
    { as, readOnly: true },
  );
}

/** Changes nothing unless the caller's policies allow reading the row, updating it, and its new bucket and name. */
export function moveStatement(from: ObjectRow, to: ObjectKey): Statement {
  return {
    text: `update storage.objects set bucket_id = $1, name = $2, version = $3 where id = $4 and version = $5`,
    values: [to.bucket, to.name, to.version, from.id, from.version],
  };
}

export interface Removal {
  name: string;
  /** Removes the object only if this is its version. */
  version?: string | undefined;
}

/** Removes those of the named rows that the caller's policies allow. */
export async function removeObjects(
  database: Database,
  bucket: string,
  removals: readonly Removal[],
  as: Identity,
): Promise<ObjectRow[]> {
  const [result] = await database.run(
    [
      {
        text: `delete from storage.objects o where bucket_id = $1 and name = any ($2::text[])
          and exists (select from unnest($2::text[], $3::text[]) as wanted (name, version)
            where wanted.name = o.name and coalesce(wanted.version, o.version) = o.version)
          returning ${columns}`,
        values: [
          bucket,
          textArray(removals.map(({ name }) => name)),
          textArray(removals.map(({ version }) => version)),
        ],
      },
    ],
    { as: withDeleteAllowed(as) },
  );
  return toRows<ObjectRow>(result as RawResult);
}

/** A trigger refuses to delete rows without this setting, because their files would be left behind. */
export function withDeleteAllowed(identity: Identity): Identity {
  return { ...identity, settings: { ...identity.settings, 'storage.allow_delete_query': 'true' } };
}

function textArray(texts: readonly (string | undefined)[]): string {
  return `{${texts.map((text) => (text === undefined ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

export function keyOf(row: Pick<ObjectRow, 'bucket_id' | 'name' | 'version'>): ObjectKey {
  return { bucket: row.bucket_id, name: row.name, version: row.version };
}
