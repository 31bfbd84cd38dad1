import type { Json } from '@lakou/contract/database-types';

export type Kind = 'movie' | 'series';

/** The columns of a film or series that a card shows. */
export interface CardTitle {
  id: string;
  title: string;
  thumbnail_url: string | null;
  release_date: string | null;
  genre: string[];
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
  purchase_price: number | null;
  rental_price: number | null;
  /** Films only, in minutes. */
  duration?: number | null;
  /** Films only. Undefined in lists that do not load it; the player then checks. */
  has_video?: boolean;
  /** Films only: the average of real reviews, null while there is none. */
  rating?: number | null;
  review_count?: number;
  /** Series only. */
  season_count?: number;
  episode_count?: number;
  /** By language; undefined in lists that do not load it. */
  title_translations?: Json;
  /** Undefined in lists, which have published titles only. */
  published?: boolean;
  /** Built in, for an empty catalogue: opens a notice and cannot be bought. */
  sample?: boolean;
}

export const MOVIE_CARD =
  'id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, duration, rating, review_count';
export const SERIES_CARD =
  'id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, season_count, episode_count';

/** Shown for a film without a duration (section 3 of the specification). */
export const DEFAULT_MINUTES = 120;

/** The release year; this year for a film without a date. */
export function yearOf(release_date: string | null): number {
  return release_date ? Number(release_date.slice(0, 4)) : new Date().getUTCFullYear();
}

export function titlePath(kind: Kind, id: string): string {
  return `/${kind === 'movie' ? 'films' : 'series'}/${id}`;
}
