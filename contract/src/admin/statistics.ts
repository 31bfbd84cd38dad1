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
  members_watching: number;
  days: StatisticsDay[];
  top_titles: {
    kind: 'movie' | 'series';
    id: string;
    title: string | null;
    seconds_watched: number;
    members: number;
    visits: number;
  }[];
}
