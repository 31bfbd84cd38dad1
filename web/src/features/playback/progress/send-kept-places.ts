import { supabase } from '#lib/supabase.ts';
import { dropPlace, keptPlaces } from './keep-progress.ts';

/** Tells the house where this member was while it could not be reached. What it knows better already, it keeps. */
export async function sendKeptPlaces(viewer: string): Promise<void> {
  for (const place of keptPlaces().filter((one) => one.viewer === viewer)) {
    const { error, status } = await (await supabase()).rpc('save_progress', {
      media_type: place.media,
      media_id: place.id,
      position: place.position,
      duration: place.duration,
      at: new Date(place.at).toISOString(),
    });
    if (error && (status === 0 || status >= 500)) return;
    dropPlace(place);
  }
}
