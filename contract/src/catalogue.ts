import { z } from 'zod';

/** Twins: the check constraints in supabase/migrations/*_catalogue.sql. A test holds them together. */
export const TITLE_MAX = 200;
export const REVIEW_MAX = 5000;
export const RATING_MIN = 1;
export const RATING_MAX = 5;

export const reviewInput = z.object({
  movie_id: z.uuid(),
  rating: z.int('rating_required').min(RATING_MIN, 'rating_required').max(RATING_MAX, 'rating_required'),
  review_text: z.string().max(REVIEW_MAX, 'text_too_long').nullish(),
});
export type ReviewInput = z.infer<typeof reviewInput>;
