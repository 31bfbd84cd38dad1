import { useMutation } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

type Edit = { post_id: string; content: string } | { topic_id: string; title: string; content: string };

/** Changes one's own words; the database marks them as edited and keeps the old ones for moderators. */
export function useSaveEdit() {
  return useMutation({
    mutationFn: async (edit: Edit) => {
      const db = await supabase();
      if ('post_id' in edit) rowOrNull(await db.rpc('edit_post', edit));
      else rowOrNull(await db.rpc('edit_topic', edit));
    },
  });
}
