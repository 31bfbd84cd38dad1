import { groupBy } from '../group-by.ts';
import type { Film, Series } from '../read-titles.ts';
import { pathOf } from '../title.ts';

export interface DescribedEpisode {
  season_number: number;
  episode_number: number;
  title: string;
  description: string | null;
  duration: number | null;
}

/** A film in the words of schema.org. `url` is the address of the house. */
export function describeFilm(film: Film, url: string): Record<string, unknown> {
  return {
    '@type': 'Movie',
    ...common(film, url + pathOf('movie', film.id), url),
    duration: film.duration === null ? undefined : minutes(film.duration),
    director: film.director ? person(film.director) : undefined,
    aggregateRating:
      film.rating === null
        ? undefined
        : {
            '@type': 'AggregateRating',
            ratingValue: film.rating,
            ratingCount: film.review_count,
            bestRating: 5,
          },
  };
}

/** A series with its seasons; episodes by name only as far as this reader may see them. */
export function describeSeries(
  series: Series,
  episodes: readonly DescribedEpisode[],
  url: string,
): Record<string, unknown> {
  const seasons = groupBy(episodes, ({ season_number }) => season_number);
  return {
    '@type': 'TVSeries',
    ...common(series, url + pathOf('series', series.id), url),
    creator: series.creator ? person(series.creator) : undefined,
    numberOfSeasons: series.season_count,
    numberOfEpisodes: series.episode_count,
    containsSeason: seasons.map(([seasonNumber, known]) => ({
      '@type': 'TVSeason',
      seasonNumber,
      episode: known.map((episode) => ({
        '@type': 'TVEpisode',
        episodeNumber: episode.episode_number,
        name: episode.title,
        description: episode.description ?? undefined,
        duration: episode.duration === null ? undefined : minutes(episode.duration),
      })),
    })),
  };
}

function common(title: Film | Series, address: string, url: string) {
  return {
    name: title.title,
    url: address,
    description: title.description ?? undefined,
    image: title.thumbnail_url ? absolute(title.thumbnail_url, url) : undefined,
    datePublished: title.release_date ?? undefined,
    genre: title.genre,
    inLanguage: title.language ?? undefined,
    actor: title.actors.map(person),
    isAccessibleForFree: title.is_free,
  };
}

function person(name: string) {
  return { '@type': 'Person', name };
}

function minutes(count: number): string {
  return `PT${count}M`;
}

function absolute(address: string, url: string): string {
  return address.startsWith('/') ? url + address : address;
}
