import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { parseDuration } from '#lib/duration.ts';
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
 * neither can be read.
 */
export function heroFilms() {
  return queryOptions({
    queryKey: ['catalogue', 'hero'],
    queryFn: async ({ client }): Promise<HeroFilm[]> => {
      const featured = await readFeaturedFilms(client).catch(() => []);
      return featured.length > 0 ? featured : readNewestFilm(client);
    },
  });
}

/** All active ones, but no more than anybody looks through. */
const FEATURED_FILMS = 24;

async function readFeaturedFilms(client: QueryClient): Promise<HeroFilm[]> {
  const rows = rowsOf(
    await (await databaseOf(client))
      .from('featured_films')
      .select(
        'id, title, description, banner_url, trailer_url, rating, release_year, duration, genre, movie_id, series_id, movies(id, is_free, has_video, rating, duration), series(id, is_free)',
      )
      .eq('active', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(FEATURED_FILMS),
  );
  // One of a title that is not published yet waits for it.
  const shown = rows.filter((row) => (!row.movie_id || row.movies) && (!row.series_id || row.series));
  return shown.map(({ movies, series, movie_id, series_id, release_year, duration, rating, ...film }) => ({
    ...film,
    year: release_year,
    rating: movies ? movies.rating : series ? null : rating,
    duration: movies?.duration ?? (duration ? (parseDuration(duration) ?? duration) : null),
    target: movies
      ? { kind: 'movie', id: movies.id, is_free: movies.is_free, has_video: movies.has_video }
      : series
        ? { kind: 'series', ...series }
        : null,
  }));
}

async function readNewestFilm(client: QueryClient): Promise<HeroFilm[]> {
  const rows = rowsOf(
    await (await databaseOf(client))
      .from('movies')
      .select(
        'id, title, description, banner_url, thumbnail_url, trailer_url, release_date, duration, genre, rating, is_free, has_video',
      )
      .eq('published', true)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1),
  );
  return rows.map(({ banner_url, thumbnail_url, release_date, is_free, has_video, ...film }) => ({
    ...film,
    banner_url: banner_url ?? thumbnail_url,
    year: yearOf(release_date),
    target: { kind: 'movie', id: film.id, is_free, has_video },
  }));
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
