import { supabase } from '../../lib/supabase.ts';

/** Stores a file of the house in a public bucket under a random name, and gives its address, which contains no host. */
export async function uploadPublicFile(
  bucket: 'artwork' | 'banners',
  folder: string,
  file: File,
): Promise<string> {
  const { storage } = await supabase();
  const ending = /\.([a-z\d]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'bin';
  const path = `${folder}${crypto.randomUUID()}.${ending}`;
  const { error } = await storage
    .from(bucket)
    .upload(path, file, { contentType: file.type, cacheControl: '31536000' });
  if (error) throw error;
  return new URL(storage.from(bucket).getPublicUrl(path).data.publicUrl).pathname;
}
