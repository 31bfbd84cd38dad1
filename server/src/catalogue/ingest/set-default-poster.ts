import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Database } from '@lakou/platform/database';
import { type ObjectStore, serviceIdentity, writeObject } from '@lakou/platform/storage';
import type { Job } from './job-queue.ts';

/** A title without a poster gets a frame of the film. */
export async function setDefaultPoster(
  database: Database,
  objects: ObjectStore,
  { movie_id, episode_id, stream_id }: Job,
  poster: string,
): Promise<void> {
  const [table, id] = movie_id ? ['movies', movie_id] : ['episodes', episode_id];
  const [withoutPoster] = await database.query(
    `select from public.${table} where id = $1 and nullif(thumbnail_url, '') is null`,
    [id],
  );
  const bytes = withoutPoster && (await readFile(poster).catch(() => undefined));
  if (!bytes) return;
  const contentType = 'image/jpeg';
  const key = { bucket: 'artwork', name: `posters/${stream_id}.jpg`, version: randomUUID() };
  const { size, etag } = await objects.put(key, bytes, { contentType, size: bytes.length });
  const metadata = {
    eTag: etag,
    size,
    contentLength: size,
    mimetype: contentType,
    // Named after the stream, whose frame never changes.
    cacheControl: 'max-age=31536000',
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
  const object = { ...key, owner: undefined, userMetadata: undefined, upsert: true, metadata };
  const { replaced } = await writeObject(database, object, serviceIdentity);
  if (replaced) await objects.remove([{ ...key, version: replaced }]);
  await database.query(
    `update public.${table} set thumbnail_url = $2 where id = $1 and nullif(thumbnail_url, '') is null`,
    [id, `/storage/v1/object/public/artwork/${key.name}`],
  );
}
