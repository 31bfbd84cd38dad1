import { beforeEach, expect, test, vi } from 'vitest';
import {
  allowMore,
  gourdesOf,
  MEGABYTE,
  noteDataUsed,
  readBudget,
  readBudgetState,
  readDataUsed,
  saveBudget,
} from './data-budget.ts';

const morning = new Date(2026, 10, 17, 8);
const nextDay = new Date(2026, 10, 18, 8);
const nextMonth = new Date(2026, 11, 1, 8);
const film = (megabytes: number, id = 'a') => ({ id, title: `Film ${id}`, bytes: megabytes * MEGABYTE });

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
beforeEach(() => stored.clear());

test('without a limit everything is allowed and counted', () => {
  noteDataUsed(film(900), morning);
  expect(readBudgetState(morning)).toEqual({ state: 'none', used: 900 * MEGABYTE, limit: 0 });
});

test('a daily limit warns at 80 %, asks at 100 %, and begins again the next day', () => {
  saveBudget({ limit: 100 * MEGABYTE, period: 'day', gourdesPerGigabyte: null });
  const stateAfter = (megabytes: number) => {
    noteDataUsed(film(megabytes), morning);
    return readBudgetState(morning).state;
  };
  expect([stateAfter(79), stateAfter(1), stateAfter(19), stateAfter(1)]).toEqual([
    ...['fine', 'warned', 'warned', 'over'],
  ]);
  expect(readBudgetState(nextDay).state).toBe('fine');
});

test('a monthly limit counts all days of the month', () => {
  saveBudget({ limit: 100 * MEGABYTE, period: 'month', gourdesPerGigabyte: null });
  noteDataUsed(film(60), morning);
  noteDataUsed(film(60), nextDay);
  expect(readBudgetState(nextDay)).toMatchObject({ state: 'over', used: 120 * MEGABYTE });
  expect(readBudgetState(nextMonth)).toMatchObject({ state: 'fine', used: 0 });
  expect(readDataUsed(nextMonth).films).toEqual([]);
});

test('going on allows a fifth more from where it stands, for this day only', () => {
  saveBudget({ limit: 200 * MEGABYTE, period: 'day', gourdesPerGigabyte: null });
  noteDataUsed(film(203), morning);
  allowMore(morning);
  expect(readBudgetState(morning)).toMatchObject({ state: 'warned', limit: 243 * MEGABYTE });
  noteDataUsed(film(40), morning);
  expect(readBudgetState(morning).state).toBe('over');
  noteDataUsed(film(203), nextDay);
  expect(readBudgetState(nextDay), 'asks again').toMatchObject({ state: 'over', limit: 200 * MEGABYTE });
});

test('films are listed by what they used; without the list the amounts stay', () => {
  noteDataUsed(film(10, 'a'), morning);
  noteDataUsed(film(30, 'b'), morning);
  noteDataUsed({ ...film(5, 'a'), title: '' }, morning);
  expect(readDataUsed(morning).films).toEqual([film(30, 'b'), film(15, 'a')]);
  stored.delete('lakou-data-films');
  expect(readDataUsed(morning)).toEqual({ today: 45 * MEGABYTE, month: 45 * MEGABYTE, films: [] });
});

test('what somebody else wrote there is not believed', () => {
  localStorage.setItem('lakou-data-budget', '{"limit":"5","period":7,"gourdesPerGigabyte":-1}');
  localStorage.setItem('lakou-data-used', '{"days":{"2026-11-17":"x"},"more":3}');
  localStorage.setItem('lakou-data-films', '{"month":"2026-11","films":[7,null]}');
  expect(readBudget()).toEqual({ limit: null, period: 'day', gourdesPerGigabyte: null });
  expect(readDataUsed(morning)).toEqual({ today: 0, month: 0, films: [] });
  localStorage.setItem('lakou-data-used', 'no');
  expect(readDataUsed(morning).month).toBe(0);
});

test('gourdes follow the price of a gigabyte', () => {
  const budget = { limit: null, period: 'day', gourdesPerGigabyte: 250 } as const;
  expect(gourdesOf(160 * MEGABYTE, budget)).toBe(40);
  expect(gourdesOf(160 * MEGABYTE, { ...budget, gourdesPerGigabyte: null })).toBeNull();
});
