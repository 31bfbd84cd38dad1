import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Identity } from '../database/database.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkContent, checkDeclaredType, SNIFF_BYTES } from './content-type.ts';
import { parseCacheControl } from './incoming-upload.ts';
import { checkBucketName, checkObjectName } from './object-name.ts';
import { doing, findObject, keyOf, type ObjectRow, relocation, tryObject } from './object-rows.ts';
import type { ObjectKey } from './object-store.ts';
import { optionalText, readJson } from './read-json.ts';
import { discard, keepObject } from './receive-object.ts';
import { requireCaller, type StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';

/** `/object/move` and `/object/copy`. */
export function moveRoutes(house: StorageContext): Hono {
  const app = new Hono();

  app.post('/move', async (context) => {
    const { identity } = await requireCaller(house, context.req.raw.headers);
    const { from, to } = readPlaces(await readJson(context.req.raw));
    const as = doing('object.move', identity);
    const source = await findObject(house.database, from.bucket, from.name, as);
    if (!isSame(from, to)) await move(house, source, to, as);
    return context.json({ message: 'Successfully moved', Id: source.id, Key: `${to.bucket}/${to.name}` });
  });

  app.post('/copy', async (context) => {
    const { identity, owner } = await requireCaller(house, context.req.raw.headers);
    const body = await readJson(context.req.raw);
    const { from, to } = readPlaces(body);
    const as = doing('object.copy', identity);
    const source = await findObject(house.database, from.bucket, from.name, as);
    const Key = `${to.bucket}/${to.name}`;
    if (isSame(from, to)) return context.json({ Id: source.id, Key });
    const changes =
      body.copyMetadata === false ? ((body.metadata ?? {}) as Record<string, unknown>) : undefined;
    const mimetype = optionalText(changes?.mimetype, 'metadata.mimetype') ?? source.metadata?.mimetype ?? '';
    await checkPlace(house, source, to.bucket, mimetype);
    const metadata = {
      ...source.metadata,
      mimetype,
      cacheControl: changes
        ? parseCacheControl(optionalText(changes.cacheControl, 'metadata.cacheControl'))
        : (source.metadata?.cacheControl ?? 'no-cache'),
    };
    const userMetadata = changes ? undefined : (source.user_metadata ?? undefined);
    const upsert = context.req.header('x-upsert') === 'true';
    const object = { ...to, owner, metadata, userMetadata, upsert };
    await tryObject(house.database, object, as);
    await house.store.copy(keyOf(source), to);
    const stored = { size: source.metadata?.size ?? 0, etag: source.metadata?.eTag ?? '' };
    const { id } = await keepObject(house, object, stored, as);
    return context.json({ Id: id, Key, name: to.name, bucket_id: to.bucket });
  });

  return app;
}

/** The bytes get their second place first: at no moment does the row speak of bytes that are not there. */
async function move(house: StorageContext, source: ObjectRow, to: ObjectKey, as: Identity): Promise<void> {
  await checkPlace(house, source, to.bucket, source.metadata?.mimetype ?? '');
  const statement = relocation(source, to);
  const [tried] = await house.database.run([statement], { as, rollback: true });
  if (tried?.count !== 1) throw refuse.accessDenied('You may not move this object');
  await house.store.copy(keyOf(source), to);
  const moved = await house.database.run([statement], { as }).catch(async (error: unknown) => {
    await discard(house, to);
    throw error;
  });
  // Somebody removed or replaced the object between our look and our step.
  const gone = moved[0]?.count !== 1;
  await discard(house, gone ? to : keyOf(source));
  if (gone) throw refuse.noSuchKey();
}

/** The rules of the bucket it comes to hold for what is copied or moved as they do for what is uploaded. */
async function checkPlace(
  house: StorageContext,
  source: ObjectRow,
  bucket: string,
  mimetype: string,
): Promise<void> {
  const rules = await findBucket(house.database, bucket);
  // Nothing comes into a bucket of pictures but what it has drawn itself.
  const isForeign = source.bucket_id !== bucket || mimetype !== source.metadata?.mimetype;
  if (isForeign && house.pictures.ruleOf(bucket)) throw refuse.unreadablePicture();
  checkDeclaredType(mimetype, rules.allowed_mime_types);
  if ((source.metadata?.size ?? 0) > sizeLimit(rules, house.largestObject)) throw refuse.tooLarge();
  if (mimetype === source.metadata?.mimetype) return;
  const size = source.metadata?.size ?? 0;
  const beginning =
    size === 0
      ? undefined
      : await house.store.open(keyOf(source), { first: 0, last: Math.min(size, SNIFF_BYTES) - 1 });
  await checkContent(mimetype, beginning ? Buffer.concat(await beginning.toArray()) : Buffer.alloc(0));
}

function readPlaces(body: Record<string, unknown>): {
  from: { bucket: string; name: string };
  to: ObjectKey;
} {
  const bucket = checkBucketName(body.bucketId);
  return {
    from: { bucket, name: checkObjectName(body.sourceKey) },
    to: {
      bucket: body.destinationBucket === undefined ? bucket : checkBucketName(body.destinationBucket),
      name: checkObjectName(body.destinationKey),
      version: randomUUID(),
    },
  };
}

function isSame(from: { bucket: string; name: string }, to: { bucket: string; name: string }): boolean {
  return from.bucket === to.bucket && from.name === to.name;
}
