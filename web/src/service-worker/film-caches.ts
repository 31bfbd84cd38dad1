/**
 * For pages; the worker has the same in worker-caches.ts, because it must not share files with them. A test compares
 * them.
 */
export const FILM_PREFIX = 'lakou-film-';

export function isFilmCache(name: string): boolean {
  return name.startsWith(FILM_PREFIX);
}
