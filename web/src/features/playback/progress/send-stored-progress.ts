import { supabase } from '#lib/supabase.ts';
import { readClockOffset } from './clock-offset.ts';
import { readStoredProgress, removeStoredProgress } from './stored-progress.ts';

/** Sends progress that was stored while offline. The database ignores it when it has something newer. */
export async function sendStoredProgress(viewer: string): Promise<void> {
  for (const progress of readStoredProgress().filter((one) => one.viewer === viewer)) {
    const { error, status } = await (await supabase()).rpc('save_progress', {
      media_type: progress.media,
      media_id: progress.id,
      position: progress.position,
      duration: progress.duration,
      // As the server's clock would have shown it: a clock that is ahead must not undo what is newer.
      at: new Date(progress.at + readClockOffset()).toISOString(),
    });
    if (error && (status === 0 || status >= 500)) return;
    removeStoredProgress(progress);
  }
}
