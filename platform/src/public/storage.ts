/** `@lakou/platform/storage`: where objects lie, and what a server needs to send files of its own. */
export { isNotModified, isRangeCurrent, parseRange } from '../storage/byte-range.ts';
export { checkBucketRights } from '../storage/check-bucket-rights.ts';
export type { PictureStats, Storage } from '../storage/create-storage.ts';
export { DiskObjectStore, etagOf } from '../storage/disk-object-store.ts';
export { service as serviceIdentity, writeObject } from '../storage/object-rows.ts';
export type { ByteRange, ObjectKey, ObjectStore } from '../storage/object-store.ts';
export { openS3ObjectStore } from '../storage/open-s3-object-store.ts';
export type { S3ObjectStore, S3Options } from '../storage/s3-object-store.ts';
export { toBody } from '../storage/serve-object.ts';
export { findFilesWithoutRow } from '../storage/sweep.ts';
export { addUnusedFiles } from '../storage/unused-files.ts';
export { writeRenditions } from '../storage/write-renditions.ts';
