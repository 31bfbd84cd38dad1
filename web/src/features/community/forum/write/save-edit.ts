import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

type Edit = { post_id: string; content: string } | { topic_id: string; title: string; content: string };

/** Edits an own post or topic; the database marks it as edited and keeps the old version for moderators. */
export async function saveEdit(edit: Edit): Promise<void> {
  const db = await supabase();
  if ('post_id' in edit) rowOrNull(await db.rpc('edit_post', edit));
  else rowOrNull(await db.rpc('edit_topic', edit));
}
