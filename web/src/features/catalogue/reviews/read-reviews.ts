import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import type { Kind } from '../title.ts';
import { VISITOR, type Viewer } from '../viewer.ts';

const REVIEWS_PER_PAGE = 10;
const REVIEW =
  'id, user_id, rating, review_text, helpful_count, created_at, updated_at, profiles(full_name, username, avatar_url)';

/** A film or series. */
export interface ReviewedTitle {
  kind: Kind;
  id: string;
}

/** The column of a review that names its title. */
export function titleColumn(kind: Kind): 'movie_id' | 'series_id' {
  return kind === 'movie' ? 'movie_id' : 'series_id';
}

/** Each order has an index of its own. */
const ORDERS = {
  newest: ['-created_at', 'id'],
  helpful: ['-helpful_count', '-created_at', 'id'],
  highest: ['-rating', '-created_at', 'id'],
  lowest: ['rating', '-helpful_count', '-created_at', 'id'],
} as const;
export type ReviewOrder = keyof typeof ORDERS;
export const REVIEW_ORDERS = Object.keys(ORDERS) as ReviewOrder[];

/** Which reviews a reader wants to see first. */
export interface ReviewChoice {
  order: ReviewOrder;
  /** Only those with so many stars. */
  stars: number | null;
}
const NEWEST_FIRST: ReviewChoice = { order: 'newest', stars: null };

/** The reviews of a title, page by page. */
export function reviewsOf({ kind, id }: ReviewedTitle, { order, stars }: ReviewChoice = NEWEST_FIRST) {
  return infiniteQueryOptions({
    queryKey: ['catalogue', 'reviews', id, order, stars],
    queryFn: async ({ client, pageParam }) => {
      let query = (await databaseOf(client)).from('reviews').select(REVIEW).eq(titleColumn(kind), id);
      if (stars !== null) query = query.eq('rating', stars);
      for (const column of ORDERS[order])
        query = query.order(column.replace('-', ''), { ascending: !column.startsWith('-') });
      return rowsOf(await query.range(pageParam, pageParam + REVIEWS_PER_PAGE - 1));
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < REVIEWS_PER_PAGE ? undefined : pages.length * REVIEWS_PER_PAGE,
  });
}

/** The member's own review, or null. */
export function ownReview({ kind, id }: ReviewedTitle, viewer: Viewer) {
  return queryOptions({
    queryKey: ['catalogue', 'own-review', id, viewer],
    queryFn: async ({ client }) =>
      rowOrNull(
        await (await databaseOf(client))
          .from('reviews')
          .select(REVIEW)
          .eq(titleColumn(kind), id)
          .eq('user_id', viewer)
          .maybeSingle(),
      ),
  });
}
export type Review = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof ownReview>['queryFn']>>>>;

/** Which of these reviews the member has found helpful. */
export function ownVotes(reviews: readonly Review[], viewer: Viewer | undefined) {
  const ids = reviews.map(({ id }) => id);
  return queryOptions({
    queryKey: ['catalogue', 'review-votes', viewer, ids],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const votes = rowsOf(await db.from('review_votes').select('review_id').in('review_id', ids));
      return votes.map(({ review_id }) => review_id);
    },
    enabled: viewer !== undefined && viewer !== VISITOR && ids.length > 0,
  });
}
