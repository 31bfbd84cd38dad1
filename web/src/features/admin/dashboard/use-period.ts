import { STATISTICS_DAYS_MAX } from '@lakou/contract/admin/limits';
import { useSearchParams } from 'react-router';
import type { Period } from './read-statistics.ts';

const DAY_MS = 86_400_000;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last so many days, today included. */
export function lastDays(count: number): Period {
  const today = toDay(Date.now());
  return { first_day: toDay(Date.parse(today) - (count - 1) * DAY_MS), last_day: today };
}

/** The period of the statistics, stored in the URL: the last 7, 30 or 90 days, or a custom range. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const isCustom =
    isDay(from) &&
    isDay(to) &&
    from <= to &&
    Date.parse(to) - Date.parse(from) < STATISTICS_DAYS_MAX * DAY_MS;
  const last = [7, 30, 90].find((days) => String(days) === params.get('days')) ?? 30;
  const period: Period = isCustom ? { first_day: from, last_day: to } : lastDays(last);
  const set = (values: Record<string, string>): void =>
    setParams(values, { preventScrollReset: true, replace: true });
  return {
    period,
    choice: isCustom ? 'own' : String(last),
    choose: (choice: string) =>
      set(choice === 'own' ? { from: period.first_day, to: period.last_day } : { days: choice }),
    chooseOwn: (next: Period) => set({ from: next.first_day, to: next.last_day }),
  };
}
