import type { Json } from '@lakou/contract/database-types';
import type { PricedTitle, TitleKind } from '#lib/title-prices.ts';

export type Kind = TitleKind;

/** The columns of a film or series that a card shows. */
export interface CardTitle extends PricedTitle {
  id: string;
  title: string;
  thumbnail_url: string | null;
  release_date: string | null;
  genre: string[];
  /** Films only, in minutes. */
  duration?: number | null;
  /** Films only. Undefined in lists that do not load it; the player then checks. */
  has_video?: boolean;
  /** The average of real reviews, null while there is none. */
  rating?: number | null;
  review_count?: number;
  /** Films only: when it was first published. */
  published_at?: string | null;
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
  'id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, season_count, episode_count, rating, review_count';

const NEW_DAYS = 30;

/** Whether a film is shown as new: within thirty days of its publication. */
export function isNew(published_at: string, now: number): boolean {
  return now - Date.parse(published_at) < NEW_DAYS * 86_400_000;
}

/** Shown for a film without a duration (section 3 of the specification). */
export const DEFAULT_MINUTES = 120;

/** The release year; this year for a film without a date. */
export function yearOf(release_date: string | null): number {
  return release_date ? Number(release_date.slice(0, 4)) : new Date().getUTCFullYear();
}
