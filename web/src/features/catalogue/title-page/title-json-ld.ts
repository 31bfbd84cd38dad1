import { openTitlePath } from '@lakou/contract/catalogue/title-address';
import type { Json } from '@lakou/contract/database-types';
import type { Language } from '@lakou/contract/languages';
import { translationIn } from '#lib/translation-in.ts';
import { groupBy } from '../group-by.ts';
import { toOffer } from '../prices.ts';
import type { Film, Series } from '../read-titles.ts';
import type { Kind } from '../title.ts';

export interface EpisodeSummary {
  season_number: number;
  episode_number: number;
  title: string;
  description: string | null;
  title_translations: Json;
  description_translations: Json;
  duration: number | null;
}

/** A film as schema.org Movie, with its texts in a language where they have one. `url` is the origin of the site. */
export function buildMovieJsonLd(film: Film, url: string, language: Language): Record<string, unknown> {
  return {
    '@type': 'Movie',
    ...commonFields('movie', film, url, language),
    duration: film.duration === null ? undefined : formatMinutes(film.duration),
    director: film.director ? person(film.director) : undefined,
  };
}

/** A series as schema.org TVSeries; lists only the episodes that the viewer can see. */
export function buildSeriesJsonLd(
  series: Series,
  episodes: readonly EpisodeSummary[],
  url: string,
  language: Language,
): Record<string, unknown> {
  const seasons = groupBy(episodes, ({ season_number }) => season_number);
  return {
    '@type': 'TVSeries',
    ...commonFields('series', series, url, language),
    creator: series.creator ? person(series.creator) : undefined,
    numberOfSeasons: series.season_count,
    numberOfEpisodes: series.episode_count,
    containsSeason: seasons.map(([seasonNumber, visible]) => ({
      '@type': 'TVSeason',
      seasonNumber,
      episode: visible.map((episode) => ({
        '@type': 'TVEpisode',
        episodeNumber: episode.episode_number,
        name: translationIn(language, episode.title_translations) ?? episode.title,
        description:
          translationIn(language, episode.description_translations) ?? episode.description ?? undefined,
        duration: episode.duration === null ? undefined : formatMinutes(episode.duration),
      })),
    })),
  };
}

function commonFields(kind: Kind, title: Film | Series, url: string, language: Language) {
  const page = url + openTitlePath(title);
  const name = translationIn(language, title.title_translations);
  const description = translationIn(language, title.description_translations) ?? title.description;
  return {
    name: name ?? title.title,
    alternateName: name && title.title,
    url: page,
    description: description ?? undefined,
    image: title.thumbnail_url ? toAbsolute(title.thumbnail_url, url) : undefined,
    datePublished: title.release_date ?? undefined,
    genre: title.genre,
    inLanguage: title.language ?? undefined,
    actor: title.actors.map(person),
    isAccessibleForFree: title.is_free,
    aggregateRating:
      title.rating === null
        ? undefined
        : {
            '@type': 'AggregateRating',
            ratingValue: title.rating,
            ratingCount: title.review_count,
            bestRating: 5,
          },
    offers: offersOf(kind, title, page),
  };
}

function offersOf(kind: Kind, title: Film | Series, page: string) {
  const { purchase, rental } = toOffer(kind, title);
  const offers = Object.entries({ purchase, rental }).flatMap(([category, price]) =>
    price === null ? [] : { '@type': 'Offer', category, price, priceCurrency: 'USD', url: page },
  );
  return offers.length > 0 ? offers : undefined;
}

function person(name: string) {
  return { '@type': 'Person', name };
}

function formatMinutes(count: number): string {
  return `PT${count}M`;
}

function toAbsolute(path: string, url: string): string {
  return path.startsWith('/') ? url + path : path;
}
