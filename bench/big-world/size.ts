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

/** The counts of a world, as a part of the large one. */
export function countsAt(scale: number): Counts {
  const of = (large: number, least = 2) => Math.max(least, Math.round(large * scale));
  const series = of(10_000, PAGES);
  return {
    films: of(80_000, PAGES),
    series,
    episodes: series * EPISODES_PER_SERIES,
    members: of(1_000_000),
    topics: of(100_000, PAGES),
    posts: of(1_000_000),
    followers: of(50_000),
    notifications: of(2_000_000),
    started: of(3_000),
    orders: of(1_000_000),
    watchSessions: of(2_000_000),
    objects: of(1_000_000),
    auditEntries: of(500_000, PAGES),
    accountEvents: of(2_000_000),
    messages: of(100_000, PAGES),
  };
}

/** Even the smallest world fills a few pages of every list. */
const PAGES = 200;
export const EPISODES_PER_SERIES = 20;
export const TITLES_PER_MEMBER = 5;
/** Days of history. */
export const DAYS = 400;
