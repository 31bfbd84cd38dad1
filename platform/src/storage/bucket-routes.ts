import { Hono } from 'hono';
import type { Identity } from '../database/database.ts';
import { toRows } from '../database/values.ts';
import { type BucketRow, bucketColumns, findBucket, parseSize } from './buckets.ts';
import { checkBucketName } from './object-name.ts';
import { keyOf, type ObjectRow, withDeleteAllowed, withOperation } from './object-rows.ts';
import { oneOf, readJson, text, wholeNumber } from './read-json.ts';
import { discardFiles } from './receive-object.ts';
import { requireCaller, type StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';

/** How many objects leave a bucket in one transaction. */
const BATCH = 500;

/** `/bucket`: list, create, change, empty and delete buckets, under the policies on storage.buckets. */
export function bucketRoutes(storage: StorageContext): Hono {
  const app = new Hono();
  const { database } = storage;

  app.get('/', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const { limit, offset, search, sortColumn, sortOrder } = context.req.query();
    const column = oneOf(sortColumn ?? 'name', 'sortColumn', ['id', 'name', 'created_at', 'updated_at']);
    const order = oneOf(sortOrder ?? 'asc', 'sortOrder', ['asc', 'desc']);
    const buckets = await database.query<BucketRow & { type: string }>(
      `select ${bucketColumns}, type from storage.buckets where strpos(lower(name), lower($1)) > 0
        order by buckets.${column} ${order}, id limit $2 offset $3`,
      [
        search ?? '',
        limit === undefined ? null : wholeNumber(limit, 'limit', 1, 100_000),
        offset === undefined ? 0 : wholeNumber(offset, 'offset', 0, 1_000_000_000),
      ],
      { as: withOperation('bucket.list', identity), readOnly: true },
    );
    return context.json(buckets);
  });

  app.get('/:id', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const id = checkBucketName(context.req.param('id'));
    return context.json(await findBucket(database, id, withOperation('bucket.get', identity)));
  });

  app.post('/', async (context) => {
    const { identity, owner } = await requireCaller(storage, context.req.raw.headers);
    const body = await readJson(context.req.raw);
    const id = checkBucketName(body.id ?? body.name);
    if ((body.type ?? 'STANDARD') !== 'STANDARD')
      throw refuse.invalidRequest('Only standard buckets exist here');
    const input = readBucketInput(body);
    await database.query(
      `insert into storage.buckets (id, name, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $1, $2, $3, $4, $5)`,
      [
        id,
        owner ?? null,
        input.public ?? false,
        input.file_size_limit ?? null,
        input.allowed_mime_types ?? null,
      ],
      { as: withOperation('bucket.create', identity) },
    );
    return context.json({ name: id });
  });

  app.put('/:id', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const id = checkBucketName(context.req.param('id'));
    const input = Object.entries(readBucketInput(await readJson(context.req.raw)));
    const as = withOperation('bucket.update', identity);
    const changes = input.map(([column], index) => `${column} = $${index + 2}`);
    const changed = await database.query(
      `update storage.buckets set ${[...changes, 'updated_at = now()'].join(', ')} where id = $1 returning id`,
      [id, ...input.map(([, value]) => value)],
      { as },
    );
    storage.publicObjects.forget();
    if (changed.length === 0) throw refuse.noSuchBucket();
    return context.json({ message: 'Successfully updated' });
  });

  app.post('/:id/empty', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const id = checkBucketName(context.req.param('id'));
    const as = withOperation('bucket.empty', identity);
    await findBucket(database, id, as);
    while ((await removeSome(storage, id, as)) > 0);
    const [left] = await database.query('select from storage.objects where bucket_id = $1 limit 1', [id], {
      as,
    });
    if (left) throw refuse.accessDenied('You may see objects in this bucket that you may not delete');
    // The text of Supabase's server; here the bucket is already empty.
    return context.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  });

  app.delete('/:id', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const id = checkBucketName(context.req.param('id'));
    const as = withOperation('bucket.delete', identity);
    await findBucket(database, id, as);
    const [object] = await database.query('select from storage.objects where bucket_id = $1 limit 1', [id]);
    if (object) throw refuse.bucketNotEmpty();
    const removed = await database.query('delete from storage.buckets where id = $1 returning id', [id], {
      as: withDeleteAllowed(as),
    });
    if (removed.length === 0) throw refuse.accessDenied('You may not delete this bucket');
    return context.json({ message: 'Successfully deleted' });
  });

  return app;
}

async function removeSome(storage: StorageContext, bucket: string, as: Identity): Promise<number> {
  const text = `delete from storage.objects where bucket_id = $1 and name in
    (select name from storage.objects where bucket_id = $1 limit ${BATCH}) returning bucket_id, name, version`;
  const [result] = await storage.database.run([{ text, values: [bucket] }], { as: withDeleteAllowed(as) });
  const removed = result ? toRows<ObjectRow>(result) : [];
  await discardFiles(storage, ...removed.map(keyOf));
  return removed.length;
}

/** Only the properties that were sent; the others stay as they are. */
function readBucketInput(
  body: Record<string, unknown>,
): Partial<Pick<BucketRow, 'public' | 'file_size_limit' | 'allowed_mime_types'>> {
  const input: ReturnType<typeof readBucketInput> = {};
  if (body.public !== undefined) input.public = body.public === true;
  if (body.file_size_limit !== undefined) input.file_size_limit = parseSize(body.file_size_limit);
  if (body.allowed_mime_types !== undefined) {
    const types = body.allowed_mime_types;
    if (types !== null && !Array.isArray(types))
      throw refuse.invalidRequest("'allowed_mime_types' must be a list");
    input.allowed_mime_types =
      types === null ? null : types.map((type) => checkPattern(text(type, 'allowed_mime_types')));
  }
  return input;
}

function checkPattern(type: string): string {
  if (!/^([\w!#$&^.+-]+|\*)\/([\w!#$&^.+-]+|\*)$/.test(type)) throw refuse.invalidMimeType(type);
  return type;
}
