import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/errors.ts';

const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
const MAX_TRIES = 3;

/**
 * Runs a task one call at a time, again and again while it reports more work. `kick` starts it. A failing call is
 * repeated: for as long as the database is unavailable, and three times for other errors before `onGiveUp` is called.
 */
export class TaskLoop {
  readonly #task: () => Promise<boolean>;
  readonly #onGiveUp: (error: Error) => void;
  readonly #closed = new AbortController();
  #running: Promise<void> | undefined;
  #wanted = false;

  /** `task` returns whether there is more to do. */
  constructor(task: () => Promise<boolean>, onGiveUp: (error: Error) => void) {
    this.#task = task;
    this.#onGiveUp = onGiveUp;
  }

  kick(): void {
    this.#wanted = true;
    if (this.#closed.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#wanted) this.kick();
    });
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#wanted = false;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    let failures = 0;
    while (this.#wanted && !signal.aborted) {
      this.#wanted = false;
      try {
        this.#wanted = (await this.#task()) || this.#wanted;
        failures = 0;
      } catch (error) {
        this.#wanted = true;
        failures += 1;
        if (!(error instanceof DatabaseUnavailable) && failures >= MAX_TRIES) {
          this.#onGiveUp(error as Error);
          failures = 0;
        }
        const waitMs = Math.min(MIN_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
    if (signal.aborted) this.#wanted = false;
  }
}
