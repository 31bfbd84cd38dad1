import type { S3ObjectStore, S3Options } from './s3-object-store.ts';

/** Loads the S3 client, which takes megabytes, only where a bucket is configured. */
export async function openS3ObjectStore(options: S3Options): Promise<S3ObjectStore> {
  const { S3ObjectStore } = await import('./s3-object-store.ts');
  return new S3ObjectStore(options);
}
