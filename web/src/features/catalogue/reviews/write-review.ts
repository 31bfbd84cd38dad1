import type { ReviewInput } from '@lakou/contract/catalogue/inputs';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { Viewer } from '../viewer.ts';

/** Creates the member's review of a film or updates the existing one. */
export async function writeReview(
  { movie_id, rating, review_text = null }: ReviewInput,
  { viewer, existing }: { viewer: Viewer; existing: { id: string } | null },
): Promise<void> {
  const table = (await supabase()).from('reviews');
  rowOrNull(
    existing
      ? await table
          .update({ rating, review_text, updated_at: new Date().toISOString() })
          .eq('id', existing.id)
          .select('id')
          .single()
      : await table.insert({ movie_id, user_id: viewer, rating, review_text }),
  );
}
