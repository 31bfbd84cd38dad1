import type { WalPosition } from './wal-position.ts';

/** Longer lags are shown as this many looks. */
const MOST_LOOKS = 2_000;

/**
 * How long the oldest write that a replica lacks has been on the primary. The replica's own clock does not tell: while
 * nobody writes, its last transaction only gets older.
 */
export class ReplicaLag {
  #looks: { at: number; written: WalPosition }[] = [];

  /** After a look at both servers. Returns seconds. */
  measure(now: number, written: WalPosition, replayed: WalPosition): number {
    const newest = this.#looks.at(-1);
    if (newest === undefined || (newest.written < written && this.#looks.length < MOST_LOOKS)) {
      this.#looks.push({ at: now, written });
    }
    this.#looks = this.#looks.filter((look) => look.written > replayed);
    const [oldest] = this.#looks;
    return oldest === undefined ? 0 : (now - oldest.at) / 1000;
  }
}
