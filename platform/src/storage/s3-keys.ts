import { S3ServiceException } from '@aws-sdk/client-s3';
import type { ObjectKey } from './object-store.ts';

/** Below S3's limit of ten thousand. */
export const MAX_PARTS = 9000;

export function pathOf({ bucket, name, version }: ObjectKey): string {
  return `${bucket}/${name}/${version}`;
}

export function keyOf(path: string): ObjectKey {
  const parts = path.split('/');
  return { bucket: parts[0] ?? '', name: parts.slice(1, -1).join('/'), version: parts.at(-1) ?? '' };
}

export function ignoreMissing(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
  throw error;
}
