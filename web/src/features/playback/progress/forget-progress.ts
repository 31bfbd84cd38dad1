import { supabase } from '#lib/supabase.ts';
import type { BegunTitle } from './read-continue.ts';

/** As if it had never been begun; of a series, none of its episodes. */
export async function forgetProgress({ media_id, series_id }: BegunTitle): Promise<void> {
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
