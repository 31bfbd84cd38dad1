import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import type { Viewer } from '../viewer.ts';

const REVIEWS_PER_PAGE = 10;
const REVIEW =
  'id, user_id, rating, review_text, created_at, updated_at, profiles(full_name, username, avatar_url)';

/** The reviews of a film, newest first, page by page. */
export function reviewsOf(movie_id: string) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'reviews', movie_id],
    queryFn: async ({ client, pageParam }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('reviews')
          .select(REVIEW)
          .eq('movie_id', movie_id)
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + REVIEWS_PER_PAGE - 1),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < REVIEWS_PER_PAGE ? undefined : pages.length * REVIEWS_PER_PAGE,
  });
}

/** The member's own review, or null. */
export function ownReview(movie_id: string, viewer: Viewer) {
  return queryOptions({
    queryKey: ['catalogue', 'own-review', movie_id, viewer],
    queryFn: async ({ client }) =>
      rowOrNull(
        await (await databaseOf(client))
          .from('reviews')
          .select(REVIEW)
          .eq('movie_id', movie_id)
          .eq('user_id', viewer)
          .maybeSingle(),
      ),
  });
}
export type Review = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof ownReview>['queryFn']>>>>;
