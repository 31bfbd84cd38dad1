import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Identity } from '../database/database.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkContent, checkDeclaredType, SNIFF_BYTES } from './content-type.ts';
import { parseCacheControl } from './incoming-upload.ts';
import { checkBucketName, checkObjectName } from './object-name.ts';
import {
  checkObjectAllowed,
  findObject,
  keyOf,
  moveStatement,
  type ObjectRow,
  withOperation,
} from './object-rows.ts';
import type { ObjectKey } from './object-store.ts';
import { optionalText, readJson } from './read-json.ts';
import { discardFiles, saveObject } from './receive-object.ts';
import { requireCaller, type StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';

/** `/object/move` and `/object/copy`. */
export function moveRoutes(storage: StorageContext): Hono {
  const app = new Hono();

  app.post('/move', async (context) => {
    const { identity } = await requireCaller(storage, context.req.raw.headers);
    const { from, to } = readMoveInput(await readJson(context.req.raw));
    const as = withOperation('object.move', identity);
    const source = await findObject(storage.database, from.bucket, from.name, as);
    if (!isSame(from, to)) await move(storage, source, to, as);
    return context.json({ message: 'Successfully moved', Id: source.id, Key: `${to.bucket}/${to.name}` });
  });

  app.post('/copy', async (context) => {
    const { identity, owner } = await requireCaller(storage, context.req.raw.headers);
    const body = await readJson(context.req.raw);
    const { from, to } = readMoveInput(body);
    const as = withOperation('object.copy', identity);
    const source = await findObject(storage.database, from.bucket, from.name, as);
    const Key = `${to.bucket}/${to.name}`;
    if (isSame(from, to)) return context.json({ Id: source.id, Key });
    const changes =
      body.copyMetadata === false ? ((body.metadata ?? {}) as Record<string, unknown>) : undefined;
    const mimetype = optionalText(changes?.mimetype, 'metadata.mimetype') ?? source.metadata?.mimetype ?? '';
    await checkDestination(storage, source, to.bucket, mimetype);
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
    await checkObjectAllowed(storage.database, object, as);
    await storage.store.copy(keyOf(source), to);
    const stored = { size: source.metadata?.size ?? 0, etag: source.metadata?.eTag ?? '' };
    const { id } = await saveObject(storage, object, stored, as);
    return context.json({ Id: id, Key, name: to.name, bucket_id: to.bucket });
  });

  return app;
}

/** Copies the bytes first, so that the row never points to missing bytes. */
async function move(storage: StorageContext, source: ObjectRow, to: ObjectKey, as: Identity): Promise<void> {
  await checkDestination(storage, source, to.bucket, source.metadata?.mimetype ?? '');
  const statement = moveStatement(source, to);
  const [tried] = await storage.database.run([statement], { as, rollback: true });
  if (tried?.count !== 1) throw refuse.accessDenied('You may not move this object');
  await storage.store.copy(keyOf(source), to);
  const moved = await storage.database.run([statement], { as }).catch(async (error: unknown) => {
    await discardFiles(storage, to);
    throw error;
  });
  // The object was removed or replaced since it was read.
  const gone = moved[0]?.count !== 1;
  await discardFiles(storage, gone ? to : keyOf(source));
  if (gone) throw refuse.noSuchKey();
}

/** The destination bucket's rules for uploads also hold for copies and moves. */
async function checkDestination(
  storage: StorageContext,
  source: ObjectRow,
  bucket: string,
  mimetype: string,
): Promise<void> {
  const rules = await findBucket(storage.database, bucket);
  // A picture bucket holds only pictures re-encoded by this server.
  const isForeign = source.bucket_id !== bucket || mimetype !== source.metadata?.mimetype;
  if (isForeign && storage.pictures.ruleOf(bucket)) throw refuse.unreadablePicture();
  checkDeclaredType(mimetype, rules.allowed_mime_types);
  if ((source.metadata?.size ?? 0) > sizeLimit(rules, storage.largestObject)) throw refuse.tooLarge();
  if (mimetype === source.metadata?.mimetype) return;
  const size = source.metadata?.size ?? 0;
  const beginning =
    size === 0
      ? undefined
      : await storage.store.open(keyOf(source), { first: 0, last: Math.min(size, SNIFF_BYTES) - 1 });
  await checkContent(mimetype, beginning ? Buffer.concat(await beginning.toArray()) : Buffer.alloc(0));
}

function readMoveInput(body: Record<string, unknown>): {
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
