import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { etagOf, type ObjectStore, type Storage } from '@lakou/platform/storage';

const types: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.mp4': 'video/mp4' };

/** Files that are open at a time. */
const AT_ONCE = 16;

interface SeedWorld {
  database: Database;
  store: ObjectStore;
  storage: Pick<Storage, 'adoptRenditions'>;
  /** With the folders `buckets` and `renditions`. */
  folder: string;
}

/**
 * Puts the demo world's pictures (supabase/buckets) and their sizes (supabase/renditions) into storage. Unchanged ones are
 * skipped. Browsers keep them for a year: a picture that is drawn again gets another name.
 */
export async function seedObjects(world: SeedWorld): Promise<void> {
  const { database, store, storage } = world;
  const folder = join(world.folder, 'buckets');
  const paths = await pictures(folder);
  const known = new Map(
    (
      await database.query<{ path: string; etag: string; version: string }>(
        `select p.path, o.metadata ->> 'eTag' as etag, o.version
          from unnest($1::text[]) p (path)
          join storage.objects o on o.bucket_id = split_part(p.path, '/', 1) and o.name = substr(p.path, strpos(p.path, '/') + 1)`,
        [paths],
      )
    ).map((row) => [row.path, row]),
  );
  const isStored = async (path: string, bytes: Buffer): Promise<boolean> => {
    const before = known.get(path);
    if (before?.etag !== etagOf(bytes)) return false;
    return (await store.find({ ...keyOf(path), version: before.version })) !== undefined;
  };
  const added: ObjectRow[] = [];
  const add = async (path: string): Promise<void> => {
    const bytes = await readFile(join(folder, path));
    let version = known.get(path)?.version;
    if (version === undefined || !(await isStored(path, bytes))) {
      version = randomUUID();
      const contentType = types[extname(path)];
      if (!contentType) throw new Error(`supabase/buckets/${path} is of a type the demo does not know`);
      const { etag } = await store.put({ ...keyOf(path), version }, bytes, {
        contentType,
        size: bytes.length,
      });
      added.push({ path, version, metadata: describe(etag, bytes.length, contentType) });
    }
    storage.adoptRenditions(version, join(world.folder, 'renditions', path));
  };
  for (let from = 0; from < paths.length; from += AT_ONCE)
    await Promise.all(paths.slice(from, from + AT_ONCE).map(add));
  if (added.length === 0) return;
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
      select split_part(r.path, '/', 1), substr(r.path, strpos(r.path, '/') + 1), r.version, r.metadata
        from jsonb_to_recordset($1) r (path text, version text, metadata jsonb)
      on conflict (bucket_id, name) do update
        set version = excluded.version, metadata = excluded.metadata, updated_at = now()`,
    [JSON.stringify(added)],
  );
}

interface ObjectRow {
  path: string;
  version: string;
  metadata: object;
}

function keyOf(path: string): { bucket: string; name: string } {
  const [bucket = '', ...rest] = path.split('/');
  return { bucket, name: rest.join('/') };
}

function describe(eTag: string, size: number, mimetype: string): object {
  return {
    eTag,
    size,
    contentLength: size,
    mimetype,
    cacheControl: 'public, max-age=31536000',
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
}

async function pictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
}
