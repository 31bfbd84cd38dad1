/** Downloaded films, one cache for each: see features/playback/downloads/film-files.ts. */
export const FILM_PREFIX = 'lakou-film-';

export function isFilmCache(name: string): boolean {
  return name.startsWith(FILM_PREFIX);
}
