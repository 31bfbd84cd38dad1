import { type Context, Hono } from 'hono';
import { checkBucketName, checkObjectName } from './object-name.ts';
import { doing, findObject, keyOf, type ObjectRow, removeObjects, service } from './object-rows.ts';
import { readJson } from './read-json.ts';
import { discard, receiveObject } from './receive-object.ts';
import { serveObject } from './serve-object.ts';
import { optionalCaller, requireCaller, type StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';

const at = '/:bucket/:name{.+}';

/** `/object`: objects one by one, as their readers, writers and removers. */
export function objectRoutes(house: StorageContext): Hono {
  const app = new Hono();
  const { database, store } = house;

  app.get(`/public${at}`, async (context) => {
    return withFreshRow(
      house,
      () => findPublicObject(house, place(context)),
      (row) => serveObject(context.req.raw, row, store, { access: 'everybody' }),
    );
  });

  app.get(`/sign${at}`, async (context) => {
    const { bucket, name } = place(context);
    const link = await house.links.verifyDownload(context.req.query('token'), `${bucket}/${name}`);
    const row = await findObject(database, bucket, name);
    return serveObject(context.req.raw, row, store, { access: 'caller', expires: link.expires });
  });

  app.get(`/info/public${at}`, async (context) =>
    context.json(describe(await findPublicObject(house, place(context)))),
  );
  for (const path of [`/info/authenticated${at}`, `/info${at}`]) {
    app.get(path, async (context) => {
      const { row } = await findReadableObject(house, context, 'object.info_authenticated');
      return context.json(describe(row));
    });
  }

  for (const path of [`/authenticated${at}`, at]) {
    app.get(path, async (context) => {
      return withFreshRow(
        house,
        () => findReadableObject(house, context, 'object.get_authenticated'),
        ({ row, access }) => serveObject(context.req.raw, row, store, { access }),
      );
    });
  }

  app.put(`/upload/sign${at}`, async (context) => {
    const { bucket, name } = place(context);
    const { owner, upsert } = await house.links.verifyUpload(context.req.query('token'), `${bucket}/${name}`);
    // The policies judged the person when the link was made.
    const as = doing('object.upload_signed', service);
    const { id } = await receiveObject(house, context.req.raw, { bucket, name, owner, upsert, as });
    return context.json({ Id: id, Key: `${bucket}/${name}` });
  });

  app.post(at, async (context) => {
    const upsert = context.req.header('x-upsert') === 'true';
    return context.json(await upload(house, context, upsert, 'object.upload'));
  });
  app.put(at, async (context) => context.json(await upload(house, context, true, 'object.upload_update')));

  app.delete(at, async (context) => {
    const { identity } = await requireCaller(house, context.req.raw.headers);
    const { bucket, name } = place(context);
    const removed = await removeObjects(database, bucket, [name], doing('object.delete', identity));
    if (removed.length === 0) throw refuse.noSuchKey();
    await discard(house, ...removed.map(keyOf));
    return context.json({ message: 'Successfully deleted' });
  });

  app.delete('/:bucket', async (context) => {
    const { identity } = await requireCaller(house, context.req.raw.headers);
    const bucket = checkBucketName(context.req.param('bucket'));
    const names = readNames((await readJson(context.req.raw)).prefixes);
    const removed = await removeObjects(database, bucket, names, doing('object.delete_many', identity));
    await discard(house, ...removed.map(keyOf));
    return context.json(removed);
  });

  return app;
}

export function place(context: Context): { bucket: string; name: string } {
  const { bucket, name } = context.req.param() as Record<string, string>;
  return { bucket: checkBucketName(bucket), name: checkObjectName(name) };
}

async function upload(
  house: StorageContext,
  context: Context,
  upsert: boolean,
  operation: string,
): Promise<{ Id: string; Key: string }> {
  const { identity, owner } = await requireCaller(house, context.req.raw.headers);
  const { bucket, name } = place(context);
  const as = doing(operation, identity);
  const { id } = await receiveObject(house, context.req.raw, { bucket, name, owner, upsert, as });
  return { Id: id, Key: `${bucket}/${name}` };
}

/** Whoever knows the address may read from a public bucket. That a private one exists is not told. */
export async function findPublicObject(
  house: StorageContext,
  { bucket, name }: { bucket: string; name: string },
): Promise<ObjectRow> {
  const row = await house.publicRows.find(bucket, name);
  if (!row) throw refuse.noSuchBucket();
  return row;
}

/** A row that was remembered may speak of bytes that another process has replaced since: then it is read anew. */
export async function withFreshRow<Found>(
  house: StorageContext,
  find: () => Promise<Found>,
  serve: (found: Found) => Promise<Response>,
): Promise<Response> {
  const found = await find();
  try {
    return await serve(found);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'NoSuchKey') throw error;
    house.publicRows.forget();
    return serve(await find());
  }
}

/** What the caller may read: everything in a public bucket, elsewhere what the policies show. */
export async function findReadableObject(
  house: StorageContext,
  context: Context,
  operation: string,
): Promise<{ row: ObjectRow; access: 'everybody' | 'caller' }> {
  const { identity } = await optionalCaller(house, context.req.raw.headers);
  const { bucket, name } = place(context);
  const row = await house.publicRows.find(bucket, name);
  if (row) return { row, access: 'everybody' };
  return {
    row: await findObject(house.database, bucket, name, doing(operation, identity)),
    access: 'caller',
  };
}

function readNames(prefixes: unknown): string[] {
  if (!Array.isArray(prefixes) || prefixes.length === 0)
    throw refuse.invalidRequest("body must have a list 'prefixes'");
  return prefixes.map((entry: unknown) =>
    checkObjectName(typeof entry === 'object' && entry !== null && 'path' in entry ? entry.path : entry),
  );
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
