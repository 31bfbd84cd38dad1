import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Database } from '@lakou/platform/database';
import { etagOf, type ObjectStore, type Storage } from '@lakou/platform/storage';

const types: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp', '.mp4': 'video/mp4' };

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
  for (const path of paths) {
    const bytes = await readFile(join(folder, path));
    const [bucket = '', ...rest] = path.split('/');
    const name = rest.join('/');
    const before = known.get(path);
    if (before?.etag === etagOf(bytes) && (await store.find({ bucket, name, version: before.version })))
      continue;
    const mimetype = types[extname(name)];
    if (!mimetype) throw new Error(`supabase/buckets/${path} is of a type the demo does not know`);
    const version = randomUUID();
    const { etag } = await store.put({ bucket, name, version }, bytes, {
      contentType: mimetype,
      size: bytes.length,
    });
    await database.query(
      `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, $3, $4::jsonb)
        on conflict (bucket_id, name) do update
          set version = excluded.version, metadata = excluded.metadata, updated_at = now()`,
      [
        bucket,
        name,
        version,
        JSON.stringify({
          eTag: etag,
          size: bytes.length,
          contentLength: bytes.length,
          mimetype,
          cacheControl: 'public, max-age=31536000',
          lastModified: new Date().toISOString(),
          httpStatusCode: 200,
        }),
      ],
    );
    await storage.adoptRenditions(version, join(world.folder, 'renditions', path));
  }
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
