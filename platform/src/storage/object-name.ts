import { refuse } from './storage-error.ts';

/** The characters that S3 calls safe or merely in need of care: Supabase's Storage takes these and no others. */
const allowed = /^[\w!.*'() &$@=;:+,?-]+$/;
const longestName = 1024;
/** No file system in use takes a longer part, and objects must be able to move from S3 to a disk. */
const longestPart = 255;

export function isObjectName(name: string): boolean {
  return name.length <= longestName && name.split('/').every(isPart);
}

export function checkObjectName(name: unknown): string {
  if (typeof name !== 'string' || !isObjectName(name)) throw refuse.invalidKey(String(name));
  return name;
}

export function isBucketName(name: string): boolean {
  return name.length <= 100 && name.trim() === name && isPart(name);
}

export function checkBucketName(name: unknown): string {
  if (typeof name !== 'string' || !isBucketName(name)) throw refuse.invalidBucketName();
  return name;
}

function isPart(part: string): boolean {
  return part.length <= longestPart && part !== '.' && part !== '..' && allowed.test(part);
}
