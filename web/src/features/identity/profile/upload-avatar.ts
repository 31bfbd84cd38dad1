import { supabase } from '#lib/supabase.ts';

const BUCKET = 'profile-images';
/** Names are never used again. */
const ONE_YEAR_SECONDS = '31536000';

/** Uploads an avatar to its owner's folder and returns its URL without the host. */
export async function uploadAvatar(picture: File, owner: string): Promise<string> {
  const { storage } = await supabase();
  const extension = /\.([a-z\d]{1,5})$/i.exec(picture.name)?.[1]?.toLowerCase() ?? 'webp';
  const path = `${owner}/${owner}-${Date.now()}.${extension}`;
  const options = { contentType: picture.type, cacheControl: ONE_YEAR_SECONDS };
  const { error } = await storage.from(BUCKET).upload(path, picture, options);
  if (error) throw error;
  return new URL(storage.from(BUCKET).getPublicUrl(path).data.publicUrl).pathname;
}

/** Deletes an avatar that no profile shows any more. */
export async function removeAvatar(address: string, owner: string): Promise<void> {
  const [, path] = address.split(`/${BUCKET}/`);
  if (!path?.startsWith(`${owner}/`)) return;
  await (await supabase()).storage.from(BUCKET).remove([decodeURIComponent(path)]);
}
