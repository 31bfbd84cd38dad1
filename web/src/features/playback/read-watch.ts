import type { Json } from '@lakou/contract/database-types';
import type { Language } from '@lakou/contract/languages';
import { queryOptions } from '@tanstack/react-query';
import { type Access, waysToGet } from '#lib/access-label.ts';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { translateTitle } from '#lib/translation-in.ts';

/** A title as the player shows it. */
export interface WatchTitle {
  media: 'movie' | 'episode';
  id: string;
  title: string;
  title_translations: Json;
  description: string | null;
  thumbnail_url: string | null;
  banner_url: string | null;
  /** `for_sale`: to buy or rent. Members with a right to it can watch either kind. */
  access: 'free' | 'for_sale' | 'subscription';
  /** How to get it, if it is not free. */
  ways: readonly Access[];
  /** What its page shows: the film, or the episode's series; with the name that its address has in every language. */
  page: { kind: 'movie' | 'series'; id: string; title: string };
  /** Set for an episode. */
  series: {
    id: string;
    title: string;
    title_translations: Json;
    season_number: number;
    episode_number: number;
  } | null;
}

/** Null when it does not exist or this viewer cannot see it. */
export function titleToWatch(media: 'movie' | 'episode', id: string) {
  return queryOptions({
    queryKey: ['playback', 'title', media, id],
    queryFn: async ({ client }): Promise<WatchTitle | null> => {
      if (!isId(id)) return null;
      const db = await databaseOf(client);
      if (media === 'movie') {
        const movie = rowOrNull(
          await db
            .from('movies')
            .select(
              'id, title, title_translations, description, thumbnail_url, banner_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price',
            )
            .eq('id', id)
            .maybeSingle(),
        );
        if (!movie) return null;
        const {
          id: _,
          title,
          title_translations,
          description,
          thumbnail_url,
          banner_url,
          ...offered
        } = movie;
        const ways = waysToGet({ ...offered, kind: 'movie' });
        const access = offered.is_free ? 'free' : ways.length > 1 ? 'for_sale' : 'subscription';
        const shown = { id, title, title_translations, description, thumbnail_url, banner_url };
        return { ...shown, media, access, ways, page: { kind: 'movie', id, title }, series: null };
      }
      const episode = rowOrNull(
        await db
          .from('episodes')
          .select(
            'id, title, title_translations, description, thumbnail_url, season_number, episode_number, is_free, series!inner(id, title, title_translations, thumbnail_url, banner_url, published, is_free, is_purchasable, is_rentable, purchase_price, rental_price)',
          )
          .eq('id', id)
          .maybeSingle(),
      );
      if (!episode) return null;
      const { series, season_number, episode_number, is_free, ...rest } = episode;
      return {
        ...rest,
        media,
        thumbnail_url: series.thumbnail_url,
        banner_url: rest.thumbnail_url ?? series.banner_url,
        access: is_free || series.is_free ? 'free' : 'subscription',
        ways: waysToGet({ ...series, kind: 'series' }),
        page: { kind: 'series', id: series.id, title: series.title },
        series: {
          id: series.id,
          title: series.title,
          title_translations: series.title_translations,
          season_number,
          episode_number,
        },
      };
    },
    // The server reads as a visitor: a title it cannot see may be visible to this viewer.
    refetchOnMount: ({ state }) => (state.data === null ? 'always' : true),
  });
}

/** With the names that the player shows in a language. */
export function translateWatchTitle(language: Language, title: WatchTitle): WatchTitle {
  return translateTitle(language, {
    ...title,
    series: title.series && translateTitle(language, title.series),
  });
}

/** The series' episodes that this viewer can see, in order. */
export function episodesToWatch(series_id: string) {
  return queryOptions({
    queryKey: ['playback', 'episodes', series_id],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('episodes')
          .select(
            'id, season_number, episode_number, title, title_translations, thumbnail_url, duration, has_video',
          )
          .eq('series_id', series_id)
          .order('season_number')
          .order('episode_number'),
      ),
  });
}
export type WatchEpisode = Awaited<
  ReturnType<NonNullable<ReturnType<typeof episodesToWatch>['queryFn']>>
>[number];

/** The next episode with a video. Specials (season 0) only follow each other. */
export function episodeAfter(episodes: readonly WatchEpisode[], id: string): WatchEpisode | undefined {
  const at = episodes.findIndex((episode) => episode.id === id);
  const now = episodes[at];
  if (!now) return undefined;
  return episodes
    .slice(at + 1)
    .find(({ has_video, season_number }) => has_video && (now.season_number > 0 || season_number === 0));
}
