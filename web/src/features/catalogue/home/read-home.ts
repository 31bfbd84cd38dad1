import type { Language } from '@lakou/contract/languages';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { parseDuration } from '#lib/duration.ts';
import { type Titled, translateTitle } from '#lib/translation-in.ts';
import { type Kind, yearOf } from '../title.ts';

/** A film of the hero: a featured film, the newest one or a sample. */
export interface HeroFilm {
  id: string;
  title: string;
  description: string | null;
  banner_url: string | null;
  trailer_url: string | null;
  /** The title's own; of a film without a title the one that an admin gave (P-12). */
  rating: number | null;
  year: number;
  /** In minutes; a text of the admin that is no duration stays as it is. */
  duration: string | number | null;
  genre: readonly string[];
  /** The linked title, if there is one that the viewer can see. */
  target: { kind: Kind; id: string; is_free: boolean; has_video?: boolean } | null;
  sample?: boolean;
}

/**
 * The active featured films, else the newest published film (P-29). Empty for an empty catalogue; fails only if
 * neither can be read. In one language: the page would be too large with all.
 */
export function heroFilms(language: Language) {
  return queryOptions({
    queryKey: ['catalogue', 'hero', language],
    queryFn: async ({ client }): Promise<HeroFilm[]> => {
      const featured = await readFeaturedFilms(client, language).catch(() => []);
      return featured.length > 0 ? featured : readNewestFilm(client, language);
    },
  });
}

/** All active ones, but no more than anybody looks through. */
const FEATURED_FILMS = 24;

async function readFeaturedFilms(client: QueryClient, language: Language): Promise<HeroFilm[]> {
  const rows = rowsOf(
    await (await databaseOf(client))
      .from('featured_films')
      .select(
        'id, title, description, banner_url, trailer_url, rating, release_year, duration, genre, movie_id, series_id, movies(id, title, title_translations, is_free, has_video, rating, duration), series(id, title, title_translations, is_free)',
      )
      .eq('active', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(FEATURED_FILMS),
  );
  // Editors also see the ones of titles that are not published yet.
  const shown = rows.filter((row) => (!row.movie_id || row.movies) && (!row.series_id || row.series));
  return shown.map(({ movies, series, movie_id, series_id, release_year, duration, rating, ...film }) => ({
    ...film,
    title: featuredTitle(language, film.title, movies ?? series),
    year: release_year,
    rating: movies ? movies.rating : series ? null : rating,
    duration: movies?.duration ?? (duration ? (parseDuration(duration) ?? duration) : null),
    target: movies
      ? { kind: 'movie', id: movies.id, is_free: movies.is_free, has_video: movies.has_video }
      : series
        ? { kind: 'series', id: series.id, is_free: series.is_free }
        : null,
  }));
}

/** The title's name in the reader's language, unless an editor gave the featured film another one. */
function featuredTitle(language: Language, given: string, linked: Titled | null): string {
  return linked?.title === given ? translateTitle(language, linked).title : given;
}

async function readNewestFilm(client: QueryClient, language: Language): Promise<HeroFilm[]> {
  const rows = rowsOf(
    await (await databaseOf(client))
      .from('movies')
      .select(
        'id, title, title_translations, description, banner_url, thumbnail_url, trailer_url, release_date, duration, genre, rating, is_free, has_video',
      )
      .eq('published', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1),
  );
  return rows.map(
    ({ title_translations, banner_url, thumbnail_url, release_date, is_free, has_video, ...film }) => ({
      ...film,
      title: translateTitle(language, { title: film.title, title_translations }).title,
      banner_url: banner_url ?? thumbnail_url,
      year: yearOf(release_date),
      target: { kind: 'movie', id: film.id, is_free, has_video },
    }),
  );
}

/** Active banners of a placement. Not shown to subscribers (P-13). */
export function banners(placement: 'slide' | 'promotion') {
  return queryOptions({
    queryKey: ['banners', placement],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('banners')
          .select('id, title, image_url, link')
          .eq('active', true)
          .eq('placement', placement)
          .order('created_at', { ascending: false }),
      ),
  });
}

export interface Advertisement {
  id: string;
  title: string;
  image_url: string;
  link: string | null;
}
