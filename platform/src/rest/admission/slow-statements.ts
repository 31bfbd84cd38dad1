import type { SlowLimits } from '../limits.ts';
import { StatementPace } from './statement-pace.ts';

const MINUTE_MS = 60_000;
/** For so long a caller counts as slow after a statement that was not quick. */
const REMEMBERED_MS = 10_000;
/** Only callers of slow statements are remembered; beyond this many, the oldest is forgotten. */
const MAX_CALLERS = 10_000;
/** What takes so many times as long as everybody's statements is slow on a busy machine too. */
const TIMES_PACE = 3;
/** A busy machine raises the limits at most so many times. */
const MAX_TIMES = 10;

/** How much time in the database each caller's slow statements took. It is forgotten at a budget a minute. */
export class SlowStatements {
  readonly #limits: SlowLimits;
  readonly #now: () => number;
  readonly #pace = new StatementPace();
  readonly #spent = new Map<string, { ms: number; at: number }>();

  constructor(limits: SlowLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  add(caller: string, ms: number): void {
    this.#pace.add(caller, ms);
    const { quickMs, freeMs } = this.#limits;
    const usual = Math.min(TIMES_PACE * this.#pace.ms, MAX_TIMES * quickMs);
    if (ms <= Math.max(quickMs, usual)) return;
    const total = this.spentMs(caller) + Math.max(0, ms - Math.max(freeMs, usual));
    this.#spent.delete(caller);
    this.#spent.set(caller, { ms: total, at: this.#now() });
    if (this.#spent.size <= MAX_CALLERS) return;
    const [oldest] = this.#spent.keys();
    if (oldest !== undefined) this.#spent.delete(oldest);
  }

  /** What is not forgotten yet. */
  spentMs(caller: string): number {
    const spent = this.#spent.get(caller);
    if (!spent) return 0;
    return Math.max(0, spent.ms - ((this.#now() - spent.at) * this.#limits.budgetMs) / MINUTE_MS);
  }

  isSlow(caller: string): boolean {
    const spent = this.#spent.get(caller);
    if (!spent) return false;
    if (this.spentMs(caller) > 0 || this.#now() - spent.at < REMEMBERED_MS) return true;
    this.#spent.delete(caller);
    return false;
  }

  /** How many seconds the caller has to wait; 0: none. */
  waitSeconds(caller: string): number {
    const over = this.spentMs(caller) - this.#limits.budgetMs;
    return over < 0 ? 0 : Math.max(1, Math.ceil((over / this.#limits.budgetMs) * 60));
  }
}
