import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import type { AnyTitle } from '../read-titles-by-id.ts';
import type { CardTitle, Kind } from '../title.ts';
import { WATCHLIST_COLUMNS } from '../watchlist/watchlist-request.ts';

const FAVOURITES = 6;
const REVIEWS = 5;
/** Of five stars. */
const LIKED = 4;
const REVIEWED = 'id, title, title_translations, thumbnail_url';

/** The titles that a member rated best, the last rated first. */
export function favouritesOf(member: string | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'favourites', member],
    queryFn: member
      ? async ({ client }) => {
          const rows = rowsOf(
            await (await databaseOf(client))
              .from('reviews')
              .select(WATCHLIST_COLUMNS)
              .eq('user_id', member)
              .gte('rating', LIKED)
              .order('rating', { ascending: false })
              .order('created_at', { ascending: false })
              .order('id')
              .limit(FAVOURITES),
          );
          return rows.flatMap(({ movies, series }): AnyTitle[] => {
            if (movies) return [{ ...movies, kind: 'movie' }];
            return series ? [{ ...series, kind: 'series' }] : [];
          });
        }
      : skipToken,
  });
}

export interface ReviewByMember {
  id: string;
  rating: number;
  review_text: string | null;
  created_at: string;
  kind: Kind;
  title: Pick<CardTitle, 'id' | 'title' | 'title_translations' | 'thumbnail_url'>;
}

/** A member's last reviews with their titles. */
export function reviewsBy(member: string | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'reviews-by', member],
    queryFn: member
      ? async ({ client }) => {
          const rows = rowsOf(
            await (await databaseOf(client))
              .from('reviews')
              .select(
                `id, rating, review_text, created_at, movies(${REVIEWED}), series(${REVIEWED})` as const,
              )
              .eq('user_id', member)
              .order('created_at', { ascending: false })
              .order('id')
              .limit(REVIEWS),
          );
          return rows.flatMap(({ movies, series, ...review }): ReviewByMember[] => {
            if (movies) return [{ ...review, kind: 'movie', title: movies }];
            return series ? [{ ...review, kind: 'series', title: series }] : [];
          });
        }
      : skipToken,
  });
}
