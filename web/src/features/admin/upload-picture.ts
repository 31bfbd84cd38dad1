import { supabase } from '../../lib/supabase.ts';
import { sendFile } from './media/send-file.ts';

/** A name is never given twice: what was fetched once stays right. */
const FOR_EVER = 31_536_000;
/** Smaller files go in one piece, too quickly for a bar. */
const LARGE_BYTES = 6 * 1024 * 1024;

/** Stores a file of the house in a public bucket under a random name, and gives its address, which contains no host. */
export async function uploadPublicFile(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
  onProgress: (part: number) => void = () => {},
): Promise<string> {
  const { storage } = await supabase();
  const ending = /\.([a-z\d]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'bin';
  const path = `${folder}${crypto.randomUUID()}.${ending}`;
  if (file.size > LARGE_BYTES) {
    await sendFile({
      file,
      name: path,
      bucket,
      path,
      cacheControl: FOR_EVER,
      contentType: file.type,
      onProgress: (sent) => onProgress(sent / file.size),
      onOffline: () => {},
    }).finished;
  } else {
    const { error } = await storage
      .from(bucket)
      .upload(path, file, { contentType: file.type, cacheControl: String(FOR_EVER) });
    if (error) throw error;
  }
  return new URL(storage.from(bucket).getPublicUrl(path).data.publicUrl).pathname;
}
