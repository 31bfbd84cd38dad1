import { networkOf } from '@lakou/platform/auth/request';

/** Those who are remembered at once; beyond, counting starts anew. */
const REMEMBERED = 100_000;

const LONGEST_ADDRESS = 45;

/**
 * How much one address may ask for in a minute, whatever it asks for: wide enough for a neighbourhood behind one
 * address, too narrow for a flood. Services count more closely where it matters (sign-ins, mails, contact). Each
 * process counts for itself, in memory: this stands in front of everything and may cost nothing.
 */
export class RequestBound {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #asked = new Map<string, number>();
  #ends = 0;

  /** 0: no bound. */
  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one request; how many seconds this address has to wait, or 0. */
  wait(address: string): number {
    if (this.#perMinute === 0 || isOwn(address)) return 0;
    const now = this.#now();
    if (now >= this.#ends || this.#asked.size > REMEMBERED) {
      this.#asked.clear();
      this.#ends = now + 60_000;
    }
    const network = networkOf(address) ?? address.slice(0, LONGEST_ADDRESS);
    const asked = (this.#asked.get(network) ?? 0) + 1;
    this.#asked.set(network, asked);
    return asked > this.#perMinute ? Math.max(1, Math.ceil((this.#ends - now) / 1000)) : 0;
  }
}

/** This machine itself: our functions, our proxy without its header, whoever has a shell here. */
export function isOwn(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
