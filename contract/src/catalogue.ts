import { z } from 'zod';

/** Twins: the check constraints in supabase/migrations/*_catalogue.sql. A test holds them together. */
export const TITLE_MAX = 200;
export const REVIEW_MAX = 5000;
export const RATING_MIN = 1;
export const RATING_MAX = 5;

/** Of a search or a list's words, letters beyond this are not read. Twin: supabase/migrations/*_search.sql. */
export const SEARCH_MAX = 100;
export const GENRE_MAX = 60;
/** How many films, series and topics each a search shows, and the most it gives. */
export const SEARCH_EACH = 5;
export const SEARCH_EACH_MAX = 20;
export const FILMS_PER_PAGE = 24;
export const PAGE_SIZE_MAX = 100;
/** A list of titles that contain words is counted and paged up to here. */
export const MATCHES_MAX = 480;

export const reviewInput = z.object({
  movie_id: z.uuid(),
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

/** What `rpc('list_titles', …)` takes, forgiving enough to be fed from an address: what makes no sense is left out. */
export const listInput = z.object({
  of_kind: z.enum(['movie', 'series']).optional().catch(undefined),
  in_genre: z.string().trim().max(GENRE_MAX).optional().catch(undefined),
  containing: z.string().trim().max(SEARCH_MAX).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(FILMS_PER_PAGE),
});
export type ListInput = z.infer<typeof listInput>;
