import { LANES, type Lane } from './lanes.ts';

/**
 * The part of the pool that a lane can hold at once. Together they leave a tenth, so that the lanes without an entry
 * (playback and the server's own work) always find a connection.
 */
const SHARES: Partial<Record<Lane, number>> = { api: 0.4, page: 0.2, auth: 0.2, maintenance: 0.1 };

/** How many of a pool's connections a lane can hold. */
export function connectionsOf(lane: Lane, poolSize: number): number {
  return Math.max(1, Math.floor((SHARES[lane] ?? 1) * poolSize));
}

/** How many connections each lane holds, and who waits for its lane's turn. */
export class ConnectionShares {
  readonly #free: Map<Lane, number>;
  readonly #waiting = new Map<Lane, (() => void)[]>(LANES.map((lane) => [lane, []]));

  constructor(poolSize: number) {
    this.#free = new Map(LANES.map((lane) => [lane, connectionsOf(lane, poolSize)]));
  }

  get waiting(): number {
    let calls = 0;
    for (const waiting of this.#waiting.values()) calls += waiting.length;
    return calls;
  }

  /** Resolves when the lane can take another connection; `release` gives it back. */
  async take(lane: Lane): Promise<void> {
    const free = this.#free.get(lane) ?? 0;
    if (free > 0) this.#free.set(lane, free - 1);
    else await new Promise<void>((resolve) => this.#waiting.get(lane)?.push(resolve));
  }

  release(lane: Lane): void {
    const next = this.#waiting.get(lane)?.shift();
    if (next) next();
    else this.#free.set(lane, (this.#free.get(lane) ?? 0) + 1);
  }
}
