import { Hono } from 'hono';
import { findBucket } from './buckets.ts';
import { checkBucketName } from './object-name.ts';
import { readObjectPath } from './object-routes.ts';
import { findObject, listImages } from './object-rows.ts';
import { requireService, type StorageContext } from './storage-context.ts';

/**
 * `/cdn`: forgets what this process keeps of an object or a bucket: rows of public objects and, alone with
 * `?transformations=true`, renditions. Both are named by version, so nothing outdated is ever served without this.
 */
export function cacheRoutes(storage: StorageContext): Hono {
  const app = new Hono();

  app.delete('/:bucket/:name{.+}', async (context) => {
    await requireService(storage, context.req.raw.headers);
    const { bucket, name } = readObjectPath(context);
    const row = await findObject(storage.database, bucket, name);
    if (context.req.query('transformations') !== 'true') storage.publicObjects.forget();
    await storage.images.files.remove(row.version);
    return context.json({ message: 'success' });
  });

  app.delete('/:bucket', async (context) => {
    await requireService(storage, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    await findBucket(storage.database, bucket);
    if (context.req.query('transformations') !== 'true') storage.publicObjects.forget();
    for await (const { version } of listImages(storage.database, bucket))
      await storage.images.files.remove(version);
    return context.json({ message: 'success' });
  });

  return app;
}
