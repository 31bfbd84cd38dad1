import { extensionOf } from '@lakou/contract/media/files';
import type { UploadTask } from './upload-file.ts';
import { startUpload } from './uploads.ts';

/** Random names are never reused, so clients can cache for a year. */
const ONE_YEAR_SECONDS = 31_536_000;

/** The upload of a file to a public bucket under a random name. */
export function toPublicUpload(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
): Omit<UploadTask, 'name'> {
  const path = `${folder}${crypto.randomUUID()}.${extensionOf(file.name) || 'bin'}`;
  return { file, bucket, path, cacheControl: ONE_YEAR_SECONDS, contentType: file.type };
}

/** Without host, so that it stays valid on another domain. */
export const publicUrl = ({ bucket, path }: Pick<UploadTask, 'bucket' | 'path'>): string =>
  `/storage/v1/object/public/${bucket}/${path}`;

/** Uploads a file and returns its URL; undefined if it was canceled. The upload continues on other pages. */
export async function storePublicFile(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
): Promise<string | undefined> {
  const task = toPublicUpload(bucket, folder, file);
  const result = await startUpload({ ...task, name: task.path, title: file.name });
  if ('error' in result) throw result.error;
  return 'done' in result ? publicUrl({ bucket, path: result.path }) : undefined;
}
