import type { Database, Identity } from '../database/database.ts';
import { refuse } from './storage-error.ts';

export interface BucketRow {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: string;
  updated_at: string;
}

/** Storage writes the times of a bucket to the millisecond, in UTC; the rest of the platform writes PostgreSQL's. */
const time = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

export const bucketColumns = `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit,
  allowed_mime_types, ${time('created_at')}, ${time('updated_at')}`;

/** The bucket as the caller can see it; without a caller, without policies. */
export async function findBucket(database: Database, id: string, as?: Identity): Promise<BucketRow> {
  const [bucket] = await database.query<BucketRow>(
    `select ${bucketColumns} from storage.buckets where id = $1`,
    [id],
    { readOnly: true, ...(as ? { as } : {}) },
  );
  if (!bucket) throw refuse.noSuchBucket();
  return bucket;
}

/** The largest object that a bucket accepts. */
export function sizeLimit(bucket: Pick<BucketRow, 'file_size_limit'>, largest: number): number {
  return Math.min(bucket.file_size_limit ?? largest, largest);
}

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** `20MB` and the like, or a number of bytes. */
export function parseSize(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const match = /^(\d+(?:\.\d+)?)\s*(gb|mb|kb|b)?$/i.exec(String(value));
  if (!match) throw refuse.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.floor(Number(match[1]) * (units[match[2]?.toLowerCase() ?? 'b'] ?? 1));
}
