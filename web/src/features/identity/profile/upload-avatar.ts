import { supabase } from '#lib/supabase.ts';

const BUCKET = 'profile-images';

/** Stores a portrait in its owner's folder and gives its address, which contains no host. */
export async function uploadAvatar(picture: File, owner: string): Promise<string> {
  const { storage } = await supabase();
  const ending = /\.([a-z\d]{1,5})$/i.exec(picture.name)?.[1]?.toLowerCase() ?? 'webp';
  const path = `${owner}/${owner}-${Date.now()}.${ending}`;
  const { error } = await storage.from(BUCKET).upload(path, picture, { contentType: picture.type });
  if (error) throw error;
  return new URL(storage.from(BUCKET).getPublicUrl(path).data.publicUrl).pathname;
}

/** Takes a portrait away that no profile shows any more. Those that came from a provider are not ours to remove. */
export async function removeAvatar(address: string, owner: string): Promise<void> {
  const [, path] = address.split(`/${BUCKET}/`);
  if (!path?.startsWith(`${owner}/`)) return;
  await (await supabase()).storage.from(BUCKET).remove([decodeURIComponent(path)]);
}
