import { endingOf } from '@lakou/contract/media';
import type { UploadTask } from './send-file.ts';
import { startUpload } from './uploads.ts';

/** A name is never given twice: what was fetched once stays right. */
const FOR_EVER = 31_536_000;

/** A file for a public bucket, under a random name. */
export function publicFile(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
): Omit<UploadTask, 'name'> {
  const path = `${folder}${crypto.randomUUID()}.${endingOf(file.name) || 'bin'}`;
  return { file, bucket, path, cacheControl: FOR_EVER, contentType: file.type };
}

/** Its address contains no host. */
export const publicAddress = ({ bucket, path }: Pick<UploadTask, 'bucket' | 'path'>): string =>
  `/storage/v1/object/public/${bucket}/${path}`;

/** Stores a file and gives its address; undefined when it was canceled. It goes on when the page is left. */
export async function storePublicFile(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
): Promise<string | undefined> {
  const order = publicFile(bucket, folder, file);
  const end = await startUpload({ ...order, name: order.path, title: file.name });
  if ('refused' in end) throw end.refused;
  return 'done' in end ? publicAddress({ bucket, path: end.path }) : undefined;
}
