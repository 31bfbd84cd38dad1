import { supabase } from '#lib/supabase.ts';

const BUCKET = 'profile-images';

/** Uploads an avatar to its owner's folder and returns its URL without the host. */
export async function uploadAvatar(picture: File, owner: string): Promise<string> {
  const { storage } = await supabase();
  const extension = /\.([a-z\d]{1,5})$/i.exec(picture.name)?.[1]?.toLowerCase() ?? 'webp';
  const path = `${owner}/${owner}-${Date.now()}.${extension}`;
  const { error } = await storage.from(BUCKET).upload(path, picture, { contentType: picture.type });
  if (error) throw error;
  return new URL(storage.from(BUCKET).getPublicUrl(path).data.publicUrl).pathname;
}

/** Deletes an avatar that no profile shows any more. */
export async function removeAvatar(address: string, owner: string): Promise<void> {
  const [, path] = address.split(`/${BUCKET}/`);
  if (!path?.startsWith(`${owner}/`)) return;
  await (await supabase()).storage.from(BUCKET).remove([decodeURIComponent(path)]);
}
