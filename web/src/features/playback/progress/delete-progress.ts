import { supabase } from '#lib/supabase.ts';
import type { TitleInProgress } from './read-titles-in-progress.ts';

/** Deletes the viewer's progress in a title; for a series, in all its episodes. */
export async function deleteProgress({ media_id, series_id }: TitleInProgress): Promise<void> {
  const client = await supabase();
  const titles = [media_id];
  if (series_id) {
    const { data, error } = await client.from('episodes').select('id').eq('series_id', series_id);
    if (error) throw error;
    titles.push(...data.map(({ id }) => id));
  }
  const { error } = await client.from('watch_progress').delete().in('title_id', titles);
  if (error) throw error;
}
