import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server';

const PATIENCE_MS = 30_000;

/**
 * One request at a time works on an upload. Whoever comes next asks the one before to let go: that is mostly the same
 * person, whose broken connection we have not noticed yet.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, { letGo: RequestRelease; waiting: (() => void)[] }>();

  newLock(id: string): Lock {
    return {
      lock: (signal, letGo) => this.#lock(id, signal, letGo),
      unlock: async () => this.#unlock(id),
    };
  }

  async #lock(id: string, signal: AbortSignal, letGo: RequestRelease): Promise<void> {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    for (let holder = this.#held.get(id); holder; holder = this.#held.get(id)) {
      if (deadline.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
      await holder.letGo();
      const { waiting } = holder;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    this.#held.set(id, { letGo, waiting: [] });
  }

  #unlock(id: string): void {
    const holder = this.#held.get(id);
    this.#held.delete(id);
    for (const wake of holder?.waiting ?? []) wake();
  }
}
