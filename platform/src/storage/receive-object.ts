import { randomUUID } from 'node:crypto';
import type { Identity, Statement } from '../database/database.ts';
import { findBucket, sizeLimit } from './buckets.ts';
import { checkDeclaredType } from './content-type.ts';
import { guardUpload, openUpload } from './incoming-upload.ts';
import { checkObjectAllowed, type NewObject, type ObjectMetadata, writeObject } from './object-rows.ts';
import type { ObjectKey, StoredObject } from './object-store.ts';
import { MAX_PICTURE_BYTES, pictureRefusal } from './pictures.ts';
import type { Picture } from './redraw-picture.ts';
import type { StorageContext } from './storage-context.ts';
import { refuse } from './storage-error.ts';
import { forgetUnusedFiles } from './unused-files.ts';

export interface UploadTarget {
  bucket: string;
  name: string;
  upsert: boolean;
  owner: string | undefined;
  as: Identity;
}

/** Stores the object that one request uploads. */
export function receiveObject(
  storage: StorageContext,
  request: Request,
  target: UploadTarget,
): Promise<{ id: string }> {
  return storage.uploadsUnderWay.count(target.owner, () => receive(storage, request, target));
}

/** The policies and the quota are checked before the first byte is read. */
async function receive(
  storage: StorageContext,
  request: Request,
  target: UploadTarget,
): Promise<{ id: string }> {
  const { bucket, name, owner, upsert, as } = target;
  const rules = await findBucket(storage.database, bucket);
  const picture = storage.pictures.ruleOf(bucket);
  const limit = sizeLimit(rules, picture ? MAX_PICTURE_BYTES : storage.largestObject);
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
    await checkObjectAllowed(storage.database, object, as);
    const bytes = guardUpload(upload, contentType, limit);
    if (picture) {
      const redrawn = await storage.pictures.redraw(bytes, picture, owner ?? 'service');
      return await savePicture(storage, object, redrawn, as);
    }
    const stored = await storage.store.put(object, bytes, { contentType, size });
    return await saveObject(storage, object, stored, as);
  } catch (error) {
    // Ends the connection: the rest of the body is not read.
    upload.bytes.destroy();
    throw picture ? pictureRefusal(error) : error;
  }
}

/** Stores the re-encoded picture; the row describes that, not the uploaded file. */
export async function savePicture(
  storage: StorageContext,
  object: NewObject,
  { bytes, contentType }: Picture,
  as: Identity,
  finishing?: Statement,
): Promise<{ id: string }> {
  const { cacheControl } = object.metadata;
  const stored = await storage.store.put(object, bytes, { contentType, size: bytes.length });
  const redrawn = { ...object, metadata: { mimetype: contentType, cacheControl } };
  return saveObject(storage, redrawn, stored, as, finishing);
}

/** Writes the row for stored bytes, and removes the bytes if the row is refused. */
export async function saveObject(
  storage: StorageContext,
  object: NewObject,
  stored: StoredObject,
  as: Identity,
  finishing?: Statement,
): Promise<{ id: string }> {
  try {
    return await writeRow(storage, object, stored, as, finishing);
  } catch (error) {
    await discardFiles(storage, object);
    throw error;
  }
}

/** Writes the row for stored bytes. `finishing`: see `writeObject`. */
export async function writeRow(
  storage: StorageContext,
  object: NewObject,
  stored: StoredObject,
  as: Identity,
  finishing?: Statement,
): Promise<{ id: string }> {
  const metadata = describe(object.metadata, stored);
  const { id, replaced } = await writeObject(storage.database, { ...object, metadata }, as, finishing);
  storage.publicObjects.forget();
  const { bucket: bucket_id, name, version } = object;
  if (metadata.mimetype.startsWith('image/')) storage.renditions.add({ bucket_id, name, version, metadata });
  if (replaced !== undefined && replaced !== object.version)
    await discardFiles(storage, { ...object, version: replaced });
  return { id };
}

function describe(metadata: ObjectMetadata, { size, etag }: StoredObject): ObjectMetadata {
  return {
    ...metadata,
    eTag: etag,
    size,
    contentLength: size,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
}

/** Removes bytes that no row points to. If that fails, or the process is killed, the sweep removes them later. */
export async function discardFiles(storage: StorageContext, ...keys: ObjectKey[]): Promise<void> {
  storage.publicObjects.forget();
  try {
    await storage.store.remove(keys);
    await forgetUnusedFiles(storage.database, keys);
  } catch (error) {
    storage.report({ request_id: randomUUID(), operation: 'discardFiles', error });
  }
}
