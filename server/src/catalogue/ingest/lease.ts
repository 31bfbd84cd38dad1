import { LEASE_SECONDS } from './job-queue.ts';

const RENEW_MS = 5_000;

/** Renews what a worker has claimed, and aborts the work when that is lost. */
export class Lease {
  readonly controller = new AbortController();
  readonly #hold: () => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #renewedAt = Date.now();

  constructor(hold: () => Promise<boolean>) {
    this.#hold = hold;
    this.#timer = setInterval(() => void this.renew(), RENEW_MS);
  }

  async renew(): Promise<void> {
    const ours = await this.#hold().catch(() => undefined);
    if (ours) this.#renewedAt = Date.now();
    // When the database cannot be reached for so long, another worker can have claimed it.
    const lost = ours === false || Date.now() - this.#renewedAt > LEASE_SECONDS * 1000;
    if (lost) this.controller.abort();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
