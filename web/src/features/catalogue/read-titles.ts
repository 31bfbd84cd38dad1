import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { MOVIE_CARD, SERIES_CARD } from './title.ts';

/** The newest published films, as cards. */
export function latestMovies(limit = 12) {
  return queryOptions({
    queryKey: ['catalogue', 'latest', limit],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('movies')
          .select(`${MOVIE_CARD}, published_at, has_video, title_translations` as const)
          .eq('published', true)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(limit),
      ),
  });
}

/** All categories by name. */
export function categories() {
  return queryOptions({
    queryKey: ['catalogue', 'categories'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('movie_categories')
          .select('id, name, name_translations')
          .order('name'),
      ),
  });
}

const TRANSLATED =
  'title_translations, description_translations, sound_languages, caption_languages, accessibility';

/** A film for its page; null if it does not exist. Buyers still see a film after it is unpublished. */
export function filmById(id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'film', id],
    queryFn: async ({ client }) => {
      if (!isId(id)) return null;
      const db = await databaseOf(client);
      return rowOrNull(
        await db
          .from('movies')
          .select(
            `${MOVIE_CARD}, published, published_at, has_video, description, banner_url, trailer_url, language, director, actors, rating_counts, ${TRANSLATED}`,
          )
          .eq('id', id)
          .maybeSingle(),
      );
    },
    // The server reads as a visitor. The member may have bought what it did not find, so the browser reads again.
    refetchOnMount: ({ state }) => (state.data === null ? 'always' : true),
  });
}
export type Film = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof filmById>['queryFn']>>>>;

export function seriesById(id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'one-series', id],
    queryFn: async ({ client }) => {
      if (!isId(id)) return null;
      const db = await databaseOf(client);
      return rowOrNull(
        await db
          .from('series')
          .select(
            `${SERIES_CARD}, published, description, banner_url, trailer_url, language, creator, actors, rating_counts, ${TRANSLATED}` as const,
          )
          .eq('id', id)
          .maybeSingle(),
      );
    },
    refetchOnMount: ({ state }) => (state.data === null ? 'always' : true),
  });
}
export type Series = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof seriesById>['queryFn']>>>>;
