import { randomUUID } from 'node:crypto';
import type { Identity } from '../database/database.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkDeclaredType } from './content-type.ts';
import { guarded, openUpload } from './incoming-upload.ts';
import { type NewObject, type ObjectMetadata, tryObject, writeObject } from './object-rows.ts';
import type { ObjectKey, StoredObject } from './object-store.ts';
import { LARGEST_PICTURE, pictureRefusal } from './pictures.ts';
import type { Picture } from './redraw-picture.ts';
import type { StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';

export interface Reception {
  bucket: string;
  name: string;
  upsert: boolean;
  owner: string | undefined;
  as: Identity;
}

/** One request, one object. The policies are asked with a row that is rolled back; only then are bytes taken. */
export async function receiveObject(
  house: StorageContext,
  request: Request,
  reception: Reception,
): Promise<{ id: string }> {
  const { bucket, name, owner, upsert, as } = reception;
  const rules = await findBucket(house.database, bucket);
  const picture = house.pictures.ruleOf(bucket);
  const limit = sizeLimit(rules, picture ? LARGEST_PICTURE : house.largestObject);
  const upload = await openUpload(request);
  try {
    const contentType = checkDeclaredType(upload.contentType, rules.allowed_mime_types);
    if (upload.size !== undefined && upload.size > limit) throw refuse.tooLarge();
    const { cacheControl, contentEncoding, userMetadata, size } = upload;
    const metadata: ObjectMetadata = {
      mimetype: contentType,
      cacheControl,
      ...(contentEncoding ? { contentEncoding } : {}),
      ...(size === undefined ? {} : { size, contentLength: size }),
    };
    const object: NewObject = { bucket, name, version: randomUUID(), owner, metadata, userMetadata, upsert };
    await tryObject(house.database, object, as);
    const bytes = guarded(upload, contentType, limit);
    if (picture) return await keepPicture(house, object, await house.pictures.redraw(bytes, picture), as);
    const stored = await house.store.put(object, bytes, { contentType, size });
    return await keepObject(house, object, stored, as);
  } catch (error) {
    // Nobody will read the rest; the connection is told so.
    upload.bytes.destroy();
    throw picture ? pictureRefusal(error) : error;
  }
}

/** What is kept is our drawing, and the row speaks of that. */
export async function keepPicture(
  house: StorageContext,
  object: NewObject,
  { bytes, contentType }: Picture,
  as: Identity,
): Promise<{ id: string }> {
  const { cacheControl } = object.metadata;
  const stored = await house.store.put(object, bytes, { contentType, size: bytes.length });
  return keepObject(house, { ...object, metadata: { mimetype: contentType, cacheControl } }, stored, as);
}

/** The bytes are stored; the row makes them an object. Where it is refused, they go. */
export async function keepObject(
  house: StorageContext,
  object: NewObject,
  stored: StoredObject,
  as: Identity,
): Promise<{ id: string }> {
  const metadata = describe(object.metadata, stored);
  try {
    const { id, replaced } = await writeObject(house.database, { ...object, metadata }, as);
    house.publicRows.forget();
    if (replaced !== undefined && replaced !== object.version)
      await discard(house, { ...object, version: replaced });
    return { id };
  } catch (error) {
    await discard(house, object);
    throw error;
  }
}

export function describe(metadata: ObjectMetadata, { size, etag }: StoredObject): ObjectMetadata {
  return {
    ...metadata,
    eTag: etag,
    size,
    contentLength: size,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
}

/** Removes bytes that no row speaks of any more. If it fails, the sweeper finds them. */
export async function discard(house: StorageContext, ...keys: ObjectKey[]): Promise<void> {
  house.publicRows.forget();
  try {
    await house.store.remove(keys);
  } catch (error) {
    house.report({ request_id: randomUUID(), operation: 'discard', error });
  }
}
