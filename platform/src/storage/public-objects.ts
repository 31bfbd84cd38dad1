import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { ObjectFiles } from './object-files.ts';

interface ObjectRow {
  version: string;
  mimetype: string | null;
  etag: string | null;
  cache_control: string | null;
}

/** `GET /object/public/{bucket}/{name}`: what lies in a public bucket, for everybody who knows its name. */
export function publicObjects(database: Database, files: ObjectFiles): Hono {
  const app = new Hono();
  app.get('/object/public/:bucket/:name{.+}', async (context) => {
    const { bucket, name } = context.req.param();
    const object = name.includes('\0') ? undefined : await findPublicObject(database, bucket, name);
    if (!object) return context.json(notFound, 400);
    const headers = new Headers({
      'content-type': object.mimetype ?? 'application/octet-stream',
      'cache-control': object.cache_control ?? 'no-cache',
      'x-content-type-options': 'nosniff',
      // Whatever somebody uploaded, it never runs as a page of ours.
      'content-security-policy': "sandbox; default-src 'none'",
      'access-control-allow-origin': '*',
    });
    if (object.etag) headers.set('etag', object.etag);
    if (object.etag && context.req.header('if-none-match') === object.etag) {
      return new Response(null, { status: 304, headers });
    }
    const file = await files.find(bucket, name, object.version);
    if (!file) return context.json(notFound, 400);
    headers.set('content-length', String(file.size));
    if (context.req.method === 'HEAD') return new Response(null, { headers });
    return new Response(Readable.toWeb(file.open()) as ReadableStream, { headers });
  });
  return app;
}

/** Storage answers a missing object with HTTP 400 and the real status inside; the official client reads it so. */
const notFound = { statusCode: '404', error: 'not_found', message: 'Object not found' };

async function findPublicObject(
  database: Database,
  bucket: string,
  name: string,
): Promise<ObjectRow | undefined> {
  const [row] = await database.query<ObjectRow>(
    `select o.version, o.metadata ->> 'mimetype' as mimetype, o.metadata ->> 'eTag' as etag,
        o.metadata ->> 'cacheControl' as cache_control
      from storage.objects o join storage.buckets b on b.id = o.bucket_id
      where b.public and o.bucket_id = $1 and o.name = $2`,
    [bucket, name],
  );
  return row;
}
