import { STATISTICS_DAYS_MAX } from '@lakou/contract/admin';
import { useSearchParams } from 'react-router';
import type { Days } from './read-statistics.ts';

const DAY_MS = 86_400_000;
const isDay = (text: string | null): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days the numbers are of, in the address: the last 7, 30 or 90 ones, or from one day to another. */
export function useDays() {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const today = dayOf(Date.now());
  const own =
    isDay(from) &&
    isDay(to) &&
    from <= to &&
    Date.parse(to) - Date.parse(from) < STATISTICS_DAYS_MAX * DAY_MS;
  const last = [7, 30, 90].find((days) => String(days) === params.get('days')) ?? 30;
  const days: Days = own
    ? { first_day: from, last_day: to }
    : { first_day: dayOf(Date.parse(today) - (last - 1) * DAY_MS), last_day: today };
  const set = (values: Record<string, string>): void =>
    setParams(values, { preventScrollReset: true, replace: true });
  return {
    days,
    choice: own ? 'own' : String(last),
    choose: (wish: string) =>
      set(wish === 'own' ? { from: days.first_day, to: days.last_day } : { days: wish }),
    chooseOwn: (next: Days) => set({ from: next.first_day, to: next.last_day }),
  };
}
