/**
 * What films may use and have used on this device. Kept in this browser: a data plan belongs to a phone, not to an account.
 * Days and months are those of the device.
 */
export interface DataBudget {
  /** In bytes; null for none. */
  limit: number | null;
  period: 'day' | 'month';
  /** What a gigabyte costs the viewer; null where they did not say. */
  gourdesPerGigabyte: number | null;
}

export interface FilmUse {
  id: string;
  title: string;
  bytes: number;
}

export interface DataUsed {
  today: number;
  month: number;
  /** Of this month, the largest first. */
  films: FilmUse[];
}

interface StoredUse {
  /** By day: '2026-11-17'. */
  days: Record<string, number>;
  /** What the viewer allowed beyond the limit, in the period that it was allowed for. */
  more: { period: string; bytes: number };
}

const BUDGET = 'lakou-data-budget';
const USED = 'lakou-data-used';
/** On its own: forget-member.ts removes it with a sign-out. What was watched is nobody else's business. */
const FILMS = 'lakou-data-films';
const NO_BUDGET: DataBudget = { limit: null, period: 'day', gourdesPerGigabyte: null };
/** More would not be read. */
const MAX_FILMS = 60;
export const MEGABYTE = 1_000_000;
const GIGABYTE = 1000 * MEGABYTE;
/** The viewer is warned at this part of the limit. */
const WARN_AT = 0.8;

const listeners = new Set<() => void>();

export function readBudget(): DataBudget {
  const { limit, period, gourdesPerGigabyte } = { ...NO_BUDGET, ...read(BUDGET) } as DataBudget;
  return {
    limit: isAmount(limit) && limit > 0 ? limit : null,
    period: period === 'month' ? 'month' : 'day',
    gourdesPerGigabyte: isAmount(gourdesPerGigabyte) && gourdesPerGigabyte > 0 ? gourdesPerGigabyte : null,
  };
}

export function saveBudget(budget: DataBudget): void {
  write(BUDGET, budget);
}

export function noteDataUsed({ id, title, bytes }: FilmUse, now = new Date()): void {
  const { days, more } = readUse(now);
  const films = readFilms(now);
  const known = films.find((film) => film.id === id);
  const film = { id, title: title || known?.title || '', bytes: (known?.bytes ?? 0) + bytes };
  const day = dayOf(now);
  write(FILMS, {
    month: monthOf(now),
    films: [film, ...films.filter((one) => one.id !== id)].slice(0, MAX_FILMS),
  });
  write(USED, { days: { ...days, [day]: (days[day] ?? 0) + bytes }, more });
}

export function readDataUsed(now = new Date()): DataUsed {
  const { days } = readUse(now);
  return {
    today: days[dayOf(now)] ?? 0,
    month: Object.values(days).reduce((sum, bytes) => sum + bytes, 0),
    films: readFilms(now).toSorted((a, b) => b.bytes - a.bytes),
  };
}

export interface BudgetState {
  state: 'none' | 'fine' | 'warned' | 'over';
  used: number;
  /** With what was allowed beyond it. */
  limit: number;
}

export function readBudgetState(now = new Date()): BudgetState {
  const budget = readBudget();
  const { today, month } = readDataUsed(now);
  const used = budget.period === 'day' ? today : month;
  if (budget.limit === null) return { state: 'none', used, limit: 0 };
  const { more } = readUse(now);
  const limit = budget.limit + (more.period === periodOf(budget, now) ? more.bytes : 0);
  return { state: used >= limit ? 'over' : used >= limit * WARN_AT ? 'warned' : 'fine', used, limit };
}

/** A fifth of the limit, and at least what some minutes need. */
export function nextAllowance({ limit }: DataBudget): number {
  return Math.max(20 * MEGABYTE, Math.round((limit ?? 0) / 5));
}

/** Until the end of the day or month; beyond that the viewer is asked again. */
export function allowMore(now = new Date()): void {
  const budget = readBudget();
  const use = readUse(now);
  const period = periodOf(budget, now);
  const { used } = readBudgetState(now);
  // Counted from what is used, which may be some seconds of film beyond the limit.
  const bytes = Math.max(0, used - (budget.limit ?? 0)) + nextAllowance(budget);
  write(USED, { ...use, more: { period, bytes } });
}

/** Null where the viewer did not say what a gigabyte costs. */
export function gourdesOf(bytes: number, { gourdesPerGigabyte }: DataBudget): number | null {
  return gourdesPerGigabyte === null ? null : (bytes / GIGABYTE) * gourdesPerGigabyte;
}

export interface BudgetView {
  budget: DataBudget;
  used: DataUsed;
  state: BudgetState;
}

let view: BudgetView | null = null;

/** The same object until something changes. */
export function readBudgetView(): BudgetView {
  view ??= { budget: readBudget(), used: readDataUsed(), state: readBudgetState() };
  return view;
}

/** Budget or use have changed, here or in another tab. */
export function onDataChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === BUDGET || key === USED || key === FILMS || key === null) changed();
  };
  if (listeners.size === 0) view = null;
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

function changed(): void {
  view = null;
  for (const listener of listeners) listener();
}

/** Of this month: what is older is left out. */
function readUse(now: Date): StoredUse {
  const month = monthOf(now);
  const stored = read(USED) as Partial<StoredUse>;
  const days = isObject(stored.days) ? stored.days : {};
  return {
    days: Object.fromEntries(
      Object.entries(days).filter(([day, bytes]) => day.startsWith(month) && isAmount(bytes)),
    ),
    more:
      isObject(stored.more) && isAmount(stored.more.bytes) && typeof stored.more.period === 'string'
        ? stored.more
        : { period: '', bytes: 0 },
  };
}

function readFilms(now: Date): FilmUse[] {
  const { month, films } = read(FILMS) as { month?: unknown; films?: unknown };
  return month === monthOf(now) && Array.isArray(films) ? films.filter(isFilmUse) : [];
}

const pad = (n: number): string => String(n).padStart(2, '0');
const monthOf = (now: Date): string => `${now.getFullYear()}-${pad(now.getMonth() + 1)}`;
const dayOf = (now: Date): string => `${monthOf(now)}-${pad(now.getDate())}`;
const periodOf = ({ period }: DataBudget, now: Date): string =>
  period === 'day' ? dayOf(now) : monthOf(now);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isFilmUse = (value: unknown): value is FilmUse =>
  isObject(value) &&
  typeof (value as FilmUse).id === 'string' &&
  typeof (value as FilmUse).title === 'string' &&
  isAmount((value as FilmUse).bytes);

function read(key: string): object {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: nothing is counted.
  }
  changed();
}
