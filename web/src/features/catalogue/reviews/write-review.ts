import type { ReviewInput } from '@lakou/contract/catalogue/inputs';
import { rowOrNull } from '#lib/database.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import type { Viewer } from '../viewer.ts';

/** Creates the member's review of a title or updates the existing one. */
export async function writeReview(
  { movie_id = null, series_id = null, rating, review_text = null }: ReviewInput,
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
      : await table.insert({ movie_id, series_id, user_id: viewer, rating, review_text }),
  );
}

export async function deleteReview(id: string): Promise<void> {
  await requireUser();
  rowOrNull(await (await supabase()).from('reviews').delete().eq('id', id).select('id').single());
}

/** Says that a review is helpful, or takes that back. Twice is as good as once. */
export async function voteForReview(review_id: string, isHelpful: boolean): Promise<void> {
  const { id: user_id } = await requireUser();
  const table = (await supabase()).from('review_votes');
  rowOrNull(
    isHelpful
      ? await table.upsert(
          { review_id, user_id },
          { onConflict: 'review_id,user_id', ignoreDuplicates: true },
        )
      : await table.delete().eq('review_id', review_id).eq('user_id', user_id),
  );
}
