export type Kind = 'movie' | 'series';

/** What a card shows of a film or series, and what a film or series has at least. */
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
  /** Films only: there is something to play. Lists that cannot say it leave it to the player. */
  has_video?: boolean;
  /** Films only: the average of real reviews, null while there is none. */
  rating?: number | null;
  review_count?: number;
  /** Series only. */
  season_count?: number;
  episode_count?: number;
  /** Built in, for a house without a catalogue: opens a notice and is never for sale. */
  sample?: boolean;
}

export const MOVIE_CARD =
  'id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, duration, rating, review_count';
export const SERIES_CARD =
  'id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, season_count, episode_count';

/** Shown where a film says nothing about itself (section 3 of the specification). */
export const DEFAULT_MINUTES = 120;

/** A film without a date is taken for one of this year. */
export function yearOf(release_date: string | null): number {
  return release_date ? Number(release_date.slice(0, 4)) : new Date().getUTCFullYear();
}

export function pathOf(kind: Kind, id: string): string {
  return `/${kind === 'movie' ? 'films' : 'series'}/${id}`;
}
