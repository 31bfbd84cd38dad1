import { randomUUID } from 'node:crypto';
import type { S3Options } from './s3-object-store.ts';

/**
 * Throws when the access key cannot list the bucket or write to it. A multipart upload needs the right to write and
 * leaves nothing once it is given up. Deleting is not tried: where versions are kept, even that would leave something.
 */
export async function checkBucketRights(options: S3Options): Promise<void> {
  const { AbortMultipartUploadCommand, CreateMultipartUploadCommand, ListObjectsV2Command } = await import(
    '@aws-sdk/client-s3'
  );
  const { createS3Client } = await import('./s3-object-store.ts');
  const client = createS3Client(options);
  try {
    const Bucket = options.bucket;
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
    const Key = `doctor/${randomUUID()}`;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  } finally {
    client.destroy();
  }
}
