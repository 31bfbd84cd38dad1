import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Identity } from '../database/database.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkContent, checkDeclaredType, SNIFF_BYTES } from './content-type.ts';
import { optionalHeader, parseCacheControl, readUserMetadata } from './incoming-upload.ts';
import { checkBucketName, checkObjectName } from './object-name.ts';
import {
  checkObjectAllowed,
  findObject,
  keyOf,
  moveStatement,
  type ObjectMetadata,
  type ObjectRow,
  requireVersion,
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
    const { from, to, version } = readMoveInput(await readJson(context.req.raw));
    const as = withOperation('object.move', identity);
    const source = await findObject(storage.database, from.bucket, from.name, as);
    requireVersion(source, version);
    if (!isSame(from, to)) await move(storage, source, to, as);
    return context.json({ message: 'Successfully moved', Id: source.id, Key: `${to.bucket}/${to.name}` });
  });

  app.post('/copy', async (context) => {
    const { identity, owner } = await requireCaller(storage, context.req.raw.headers);
    const body = await readJson(context.req.raw);
    const { from, to, version } = readMoveInput(body);
    const as = withOperation('object.copy', identity);
    const source = await findObject(storage.database, from.bucket, from.name, as);
    requireVersion(source, version);
    const Key = `${to.bucket}/${to.name}`;
    const isReplaced = body.copyMetadata === false;
    if (isSame(from, to) && !isReplaced) return context.json({ Id: source.id, Key });
    const metadata = isReplaced ? changeMetadata(source, body.metadata) : sourceMetadata(source);
    await checkDestination(storage, source, to.bucket, metadata.mimetype);
    const userMetadata = isReplaced
      ? readUserMetadata(context.req.raw.headers)
      : (source.user_metadata ?? undefined);
    const upsert = isSame(from, to) || context.req.header('x-upsert') === 'true';
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

function sourceMetadata({ metadata }: ObjectRow): ObjectMetadata {
  return {
    ...metadata,
    mimetype: metadata?.mimetype ?? '',
    cacheControl: metadata?.cacheControl ?? 'no-cache',
  };
}

/** What is not named stays; an empty encoding is none. */
function changeMetadata(source: ObjectRow, given: unknown): ObjectMetadata {
  const changes = (given ?? {}) as Record<string, unknown>;
  const [cacheControl, contentEncoding, mimetype] = ['cacheControl', 'contentEncoding', 'mimetype'].map(
    (name) => optionalText(changes[name], `metadata.${name}`),
  );
  const { contentEncoding: encoding, ...before } = sourceMetadata(source);
  const after = contentEncoding === undefined ? encoding : optionalHeader(contentEncoding);
  return {
    ...before,
    ...(mimetype === undefined ? {} : { mimetype }),
    ...(cacheControl === undefined ? {} : { cacheControl: parseCacheControl(cacheControl) }),
    ...(after === undefined ? {} : { contentEncoding: after }),
  };
}

function readMoveInput(body: Record<string, unknown>): {
  from: { bucket: string; name: string };
  to: ObjectKey;
  version: string | undefined;
} {
  const bucket = checkBucketName(body.bucketId);
  return {
    from: { bucket, name: checkObjectName(body.sourceKey) },
    to: {
      bucket: body.destinationBucket === undefined ? bucket : checkBucketName(body.destinationBucket),
      name: checkObjectName(body.destinationKey),
      version: randomUUID(),
    },
    version: optionalText(body.sourceVersionId, 'sourceVersionId'),
  };
}

function isSame(from: { bucket: string; name: string }, to: { bucket: string; name: string }): boolean {
  return from.bucket === to.bucket && from.name === to.name;
}
