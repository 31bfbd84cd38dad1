/** How much of everything a world has. `large` is a platform after some good years; `medium` is a hundred times `small`. */
export const SIZES = { small: 1 / 5000, medium: 1 / 50, large: 1 } as const;
export type SizeName = keyof typeof SIZES;

export interface Counts {
  films: number;
  series: number;
  episodes: number;
  members: number;
  topics: number;
  posts: number;
  /** Followers of the hot topic, which also has a tenth of all replies. */
  followers: number;
  notifications: number;
  /** Titles that the busiest viewer has started. */
  started: number;
  orders: number;
  watchSessions: number;
  objects: number;
  auditEntries: number;
  accountEvents: number;
  messages: number;
}

/** The counts of a world, as a part of the large one. `pages`: of what is listed there are at least so many. */
export function countsAt(scale: number, pages = PAGES): Counts {
  const of = (large: number, least = 2) => Math.max(least, Math.round(large * scale));
  const series = of(10_000, pages);
  return {
    films: of(80_000, pages),
    series,
    episodes: series * EPISODES_PER_SERIES,
    members: of(1_000_000),
    topics: of(100_000, pages),
    posts: of(1_000_000),
    followers: of(50_000, NOTIFIED_AT_ONCE),
    notifications: of(2_000_000),
    started: of(3_000, pages),
    orders: of(1_000_000),
    watchSessions: of(2_000_000),
    objects: of(1_000_000, pages),
    auditEntries: of(500_000, pages),
    accountEvents: of(2_000_000),
    messages: of(100_000, pages),
  };
}

/** Even the smallest world fills a few pages of every list. */
const PAGES = 200;
/** Fills every list, sample and batch of a fixed size: a thousand titles of a sitemap, five hundred objects of a sweep. */
export const BATCHES = 1_100;
/** More than are notified of a reply before the rest is left to a job. */
const NOTIFIED_AT_ONCE = 150;
export const EPISODES_PER_SERIES = 20;
export const TITLES_PER_MEMBER = 5;
/** Days of history. */
export const DAYS = 400;
