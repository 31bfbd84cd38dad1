import { type Context, Hono } from 'hono';
import { checkBucketName, checkObjectName } from './object-name.ts';
import {
  findObject,
  keyOf,
  type ObjectRow,
  type Removal,
  removeObjects,
  requireVersion,
  service,
  withOperation,
} from './object-rows.ts';
import { optionalText, readJson } from './read-json.ts';
import { discardFiles, receiveObject } from './receive-object.ts';
import { serveObject } from './serve-object.ts';
import { optionalCaller, requireCaller, requireToken, type StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';

const at = '/:bucket/:name{.+}';

/** `/object`: download, describe, upload and delete objects. */
export function objectRoutes(storage: StorageContext): Hono {
  const app = new Hono();
  const { database, store } = storage;

  app.get(`/public${at}`, async (context) => {
    return withFreshRow(
      storage,
      () => findPublicObject(storage, readObjectPath(context)),
      (row) => serveObject(context.req.raw, row, store, { access: 'everybody' }),
    );
  });

  app.get(`/sign${at}`, async (context) => {
    const { bucket, name } = readObjectPath(context);
    const link = await storage.links.verifyDownload(context.req.query('token'), `${bucket}/${name}`);
    const row = await findObject(database, bucket, name);
    return serveObject(context.req.raw, row, store, { access: 'caller', expires: link.expires });
  });

  app.use(`/authenticated${at}`, requireToken);
  app.use(`/info/authenticated${at}`, requireToken);

  app.get(`/info/public${at}`, async (context) => {
    const row = await findPublicObject(storage, readObjectPath(context));
    return inform(storage, context, { row, access: 'everybody' });
  });
  for (const path of [`/info/authenticated${at}`, `/info${at}`]) {
    app.get(path, async (context) =>
      inform(storage, context, await findReadableObject(storage, context, 'object.info_authenticated')),
    );
  }

  for (const path of [`/authenticated${at}`, at]) {
    app.get(path, async (context) => {
      return withFreshRow(
        storage,
        () => findReadableObject(storage, context, 'object.get_authenticated'),
        ({ row, access }) => serveObject(context.req.raw, row, store, { access }),
      );
    });
  }

  app.put(`/upload/sign${at}`, async (context) => {
    const { bucket, name } = readObjectPath(context);
    const { owner, upsert } = await storage.links.verifyUpload(
      context.req.query('token'),
      `${bucket}/${name}`,
    );
    // The policies were checked when the link was created.
    const as = withOperation('object.upload_signed', service);
    const { id } = await receiveObject(storage, context.req.raw, { bucket, name, owner, upsert, as });
    return context.json({ Id: id, Key: `${bucket}/${name}` });
  });

  app.post(at, async (context) => {
    const upsert = context.req.header('x-upsert') === 'true';
    return context.json(await upload(storage, context, upsert, 'object.upload'));
  });
  app.put(at, async (context) => context.json(await upload(storage, context, true, 'object.upload_update')));

  app.delete(at, async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const { bucket, name } = readObjectPath(context);
    const removed = await removeObjects(
      database,
      bucket,
      [{ name }],
      withOperation('object.delete', identity),
    );
    if (removed.length === 0) throw refuse.noSuchKey();
    await discardFiles(storage, ...removed.map(keyOf));
    return context.json({ message: 'Successfully deleted' });
  });

  app.delete('/:bucket', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    const removals = readRemovals((await readJson(context.req.raw)).prefixes);
    const removed = await removeObjects(
      database,
      bucket,
      removals,
      withOperation('object.delete_many', identity),
    );
    await discardFiles(storage, ...removed.map(keyOf));
    return context.json(removed);
  });

  return app;
}

export function readObjectPath(context: Context): { bucket: string; name: string } {
  const { bucket, name } = context.req.param() as Record<string, string>;
  return { bucket: checkBucketName(bucket), name: checkObjectName(name) };
}

async function upload(
  storage: StorageContext,
  context: Context,
  upsert: boolean,
  operation: string,
): Promise<{ Id: string; Key: string }> {
  const { identity, owner } = await requireCaller(storage, context.req.raw.headers);
  const { bucket, name } = readObjectPath(context);
  const as = withOperation(operation, identity);
  const { id } = await receiveObject(storage, context.req.raw, { bucket, name, owner, upsert, as });
  return { Id: id, Key: `${bucket}/${name}` };
}

/** The same error for a private bucket and a missing one, so that its existence stays hidden. */
export async function findPublicObject(
  storage: StorageContext,
  { bucket, name }: { bucket: string; name: string },
): Promise<ObjectRow> {
  const row = await storage.publicObjects.find(bucket, name);
  if (!row) throw refuse.noSuchBucket();
  return row;
}

/** Another process may have replaced the bytes that a cached row points to: then the row is read again. */
export async function withFreshRow<Found>(
  storage: StorageContext,
  find: () => Promise<Found>,
  serve: (found: Found) => Promise<Response>,
): Promise<Response> {
  const found = await find();
  try {
    return await serve(found);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'NoSuchKey') throw error;
    storage.publicObjects.forget();
    return serve(await find());
  }
}

/** Every object of a public bucket; of other buckets, what the policies let the caller see. */
export async function findReadableObject(
  storage: StorageContext,
  context: Context,
  operation: string,
): Promise<{ row: ObjectRow; access: 'everybody' | 'caller' }> {
  const { identity } = await optionalCaller(storage, context.req.raw.headers);
  const { bucket, name } = readObjectPath(context);
  const row = await storage.publicObjects.find(bucket, name);
  if (row) return { row, access: 'everybody' };
  return {
    row: await findObject(storage.database, bucket, name, withOperation(operation, identity)),
    access: 'caller',
  };
}

function readRemovals(prefixes: unknown): Removal[] {
  if (!Array.isArray(prefixes) || prefixes.length === 0)
    throw refuse.invalidRequest("body must have a list 'prefixes'");
  return prefixes.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return { name: checkObjectName(entry) };
    const { path, versionId } = entry as { path?: unknown; versionId?: unknown };
    return { name: checkObjectName(path), version: optionalText(versionId, 'versionId') };
  });
}

/** The row as JSON; for HEAD, which has no body, the headers of a download. */
function inform(
  storage: StorageContext,
  context: Context,
  { row, access }: { row: ObjectRow; access: 'everybody' | 'caller' },
): Promise<Response> | Response {
  if (context.req.raw.method === 'HEAD') return serveObject(context.req.raw, row, storage.store, { access });
  requireVersion(row, context.req.query('versionId'));
  return context.json(describe(row));
}

function describe(row: ObjectRow): Record<string, unknown> {
  const { id, name, version, bucket_id, created_at, updated_at, metadata, user_metadata } = row;
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: user_metadata ?? {},
    last_modified: metadata?.lastModified ?? updated_at,
    created_at,
  };
}
