import { z } from '../zod.ts';
import {
  GENRE_MAX,
  PAGE_SIZE_MAX,
  RATING_MAX,
  RATING_MIN,
  REVIEW_MAX,
  SEARCH_EACH,
  SEARCH_EACH_MAX,
  SEARCH_MAX,
  TITLES_PER_PAGE,
} from './limits.ts';

/** Of a film or of a series. */
export const reviewInput = z.object({
  movie_id: z.uuid().nullish(),
  series_id: z.uuid().nullish(),
  rating: z.int('rating_required').min(RATING_MIN, 'rating_required').max(RATING_MAX, 'rating_required'),
  review_text: z.string().max(REVIEW_MAX, 'text_too_long').nullish(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** What `rpc('search', …)` takes. */
export const searchInput = z.object({
  query: z.string().trim().min(1).max(SEARCH_MAX),
  max_each: z.int().min(1).max(SEARCH_EACH_MAX).default(SEARCH_EACH),
});
export type SearchInput = z.infer<typeof searchInput>;

/** What `rpc('list_titles', …)` takes. Fed from the URL, so invalid values fall back to defaults. */
export const listInput = z.object({
  of_kind: z.enum(['movie', 'series']).optional().catch(undefined),
  in_genre: z.string().trim().max(GENRE_MAX).optional().catch(undefined),
  containing: z.string().trim().max(SEARCH_MAX).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(TITLES_PER_PAGE),
});
export type ListInput = z.infer<typeof listInput>;
