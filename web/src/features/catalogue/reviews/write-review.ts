import type { ReviewInput } from '@lakou/contract/catalogue';
import { useMutation } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { Viewer } from '../viewer.ts';

/** Creates the member's review of a film, or changes the one that is there. */
export function useWriteReview({ viewer, existing }: { viewer: Viewer; existing: { id: string } | null }) {
  return useMutation({
    mutationFn: async ({ movie_id, rating, review_text = null }: ReviewInput) => {
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
    },
    // Average and count stand on every card of the film.
    onSuccess: (_data, _input, _before, { client }) => client.invalidateQueries({ queryKey: ['catalogue'] }),
  });
}
