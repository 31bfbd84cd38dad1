/** The latest callers that are asked; fewer than the least say nothing. */
const MOST_CALLERS = 15;
const LEAST_CALLERS = 3;

/**
 * How long statements take at present: a quarter of the latest callers' last statements took less. On a
 * busy machine everybody's take longer, and nobody is to blame. A caller has one voice, however much it sends, and those
 * who send slow ones would have to be three quarters of all.
 */
export class StatementPace {
  readonly #last = new Map<string, number>();

  add(caller: string, ms: number): void {
    this.#last.delete(caller);
    this.#last.set(caller, ms);
    if (this.#last.size <= MOST_CALLERS) return;
    const [oldest] = this.#last.keys();
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  /** 0 where it is not known. */
  get ms(): number {
    if (this.#last.size < LEAST_CALLERS) return 0;
    const times = [...this.#last.values()].sort((one, other) => one - other);
    return times[Math.floor(times.length / 4)] ?? 0;
  }
}
