import type { RowPlace } from '@lakou/contract/admin/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { type CardTitle, type Kind, MOVIE_CARD } from '../title.ts';

/** The headings of the rows that editors composed, without their titles: what the server renders. */
export function frontPageRows(place: RowPlace) {
  return queryOptions({
    queryKey: ['catalogue', 'rows', place],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('front_page_rows')
          .select('id, title, title_fr, title_ht, title_es, kind, rule, movie_categories(name)')
          .eq('place', place)
          .eq('hidden', false)
          .order('position'),
      ),
  });
}
export type FrontPageRow = Awaited<
  ReturnType<NonNullable<ReturnType<typeof frontPageRows>['queryFn']>>
>[number];

export type RowTitle = CardTitle & { kind: Kind };

/** The titles of all rows of a place. */
export function frontPageTitles(place: RowPlace) {
  return queryOptions({
    queryKey: ['catalogue', 'row-titles', place],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .rpc('front_page_titles', { of_place: place }, { get: true })
          .select(
            `row_id, kind, ${MOVIE_CARD}, published_at, title_translations, season_count, episode_count, has_video` as const,
          ),
      ) as (RowTitle & { row_id: string })[],
  });
}
