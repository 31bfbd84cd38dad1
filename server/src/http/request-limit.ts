import { addressKey, isLoopback } from '@lakou/platform';

/** Beyond this many addresses, counting starts again. */
const MAX_ADDRESSES = 100_000;

/**
 * Requests per address and minute: enough for a neighbourhood behind one address, too few for a flood. Services have
 * narrower limits where it matters (sign-ins, mails, contact). Counted in memory, per process, because it runs first.
 */
export class RequestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #ends = 0;

  /** 0: no limit. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one request; how many seconds this address has to wait, or 0. */
  wait(address: string): number {
    if (this.#perMinute === 0 || isLoopback(address)) return 0;
    const now = this.#now();
    if (now >= this.#ends || this.#counts.size > MAX_ADDRESSES) {
      this.#counts.clear();
      this.#ends = now + 60_000;
    }
    const network = addressKey(address);
    const count = (this.#counts.get(network) ?? 0) + 1;
    this.#counts.set(network, count);
    return count > this.#perMinute ? Math.max(1, Math.ceil((this.#ends - now) / 1000)) : 0;
  }
}
