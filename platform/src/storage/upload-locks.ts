import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';
import type { UploadLeases } from './upload-leases.ts';

const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 250;
const RENEW_MS = 2000;

interface Held {
  requestRelease: RequestRelease;
  waiting: (() => void)[];
  /** On the clock of `performance.now`; never for an upload that no other process can know. */
  until: number;
}

/**
 * One request at a time works on an upload, over all processes. The next one asks the holder to release its lock:
 * usually the same client, whose broken connection has not been noticed yet.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();
  readonly #leases: UploadLeases | undefined;
  #renewing: NodeJS.Timeout | undefined;

  /** `leases`: where other processes can hold the lock. */
  constructor(leases?: UploadLeases) {
    this.#leases = leases;
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#lock(id, signal, requestRelease),
      unlock: () => this.#unlock(id),
    };
  }

  /** Works on an upload without a request that could be asked to end. */
  async hold<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const lock = this.newLock(id);
    await lock.lock(new AbortController().signal, () => {});
    try {
      return await work();
    } finally {
      await lock.unlock();
    }
  }

  held(): string[] {
    return [...this.#held.keys()];
  }

  /** Throws when another process can have the lock: this one was too slow to renew its lease. */
  check(id: string): void {
    const held = this.#held.get(id);
    if (!held || held.until < performance.now()) throw ERRORS.ERR_LOCK_TIMEOUT;
  }

  close(): void {
    clearInterval(this.#renewing);
  }

  async #lock(id: string, signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    for (let holder = this.#held.get(id); holder; holder = this.#held.get(id)) {
      if (deadline.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
      await holder.requestRelease();
      const { waiting } = holder;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    const held: Held = { requestRelease, waiting: [], until: Number.POSITIVE_INFINITY };
    this.#held.set(id, held);
    if (!this.#leases) return;
    try {
      held.until = await this.#lease(this.#leases, id, deadline);
    } catch (error) {
      this.#release(id);
      throw error;
    }
    this.#renewing ??= setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  async #lease(leases: UploadLeases, id: string, deadline: AbortSignal): Promise<number> {
    for (;;) {
      const until = await leases.take(id);
      if (until !== undefined) return until;
      if (deadline.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
      await sleep(ASK_AGAIN_MS, undefined, { signal: deadline }).catch(() => {});
    }
  }

  async #unlock(id: string): Promise<void> {
    const held = this.#held.get(id);
    // If it fails, the lease ends by itself.
    if (held && held.until !== Number.POSITIVE_INFINITY) await this.#leases?.release(id).catch(() => {});
    this.#release(id);
  }

  #release(id: string): void {
    const held = this.#held.get(id);
    this.#held.delete(id);
    for (const wake of held?.waiting ?? []) wake();
  }

  async #renew(): Promise<void> {
    const leased = [...this.#held].filter(([, { until }]) => Number.isFinite(until));
    if (leased.length === 0) return;
    // The next round tries again; meanwhile `check` ends what lasts too long.
    const renewed = await this.#leases?.renew(leased.map(([id]) => id)).catch(() => undefined);
    if (!renewed) return;
    for (const [id, held] of leased) {
      const lease = renewed.get(id);
      if (lease) held.until = lease.until;
      if (!lease || lease.isWanted) await held.requestRelease();
    }
  }
}
