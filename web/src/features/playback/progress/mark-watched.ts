import { supabase } from '#lib/supabase.ts';

/** Marks a title as watched to the end. */
export async function markWatched(media_type: 'movie' | 'episode', media_id: string): Promise<void> {
  const { error } = await (await supabase()).rpc('mark_watched', { media_type, media_id });
  if (error) throw error;
}
