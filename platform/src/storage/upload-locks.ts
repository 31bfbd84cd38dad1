import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

const PATIENCE_MS = 30_000;

/**
 * One request at a time works on an upload. The next one asks the holder to release its lock: usually the same client,
 * whose broken connection has not been noticed yet.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, { requestRelease: RequestRelease; waiting: (() => void)[] }>();

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#lock(id, signal, requestRelease),
      unlock: async () => this.#unlock(id),
    };
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
    this.#held.set(id, { requestRelease, waiting: [] });
  }

  #unlock(id: string): void {
    const holder = this.#held.get(id);
    this.#held.delete(id);
    for (const wake of holder?.waiting ?? []) wake();
  }
}
