/** One day's line of `rpc('statistics')`. Amounts in minor units, refunds taken off. */
export interface StatisticsDay {
  day: string;
  sign_ups: number;
  members_watching: number;
  visits_watching: number;
  seconds_watched: number;
  revenue: Record<string, number>;
  failed_payments: number;
}

export interface Statistics {
  members: number;
  active_subscribers: number;
  /** Different members in the whole period; exact up to about a thousand. */
  members_watching: number;
  days: StatisticsDay[];
  top_titles: {
    kind: 'movie' | 'series';
    id: string;
    title: string | null;
    seconds_watched: number;
    /** Different members in the whole period. */
    members: number;
    /** There are too many members to have been counted one by one: see decision record 0046. */
    approximate: boolean;
    visits: number;
  }[];
}
