import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database/errors.ts';

const shortestWaitMs = 100;
const longestWaitMs = 5_000;
const mostTries = 3;

/**
 * Work that is done in turns, one at a time, when somebody says that there is some. A turn that fails is tried again:
 * for as long as the database is away, and a few times when it is the work itself that fails.
 */
export class Loop {
  readonly #turn: () => Promise<boolean>;
  readonly #giveUp: (error: Error) => void;
  readonly #closed = new AbortController();
  #running: Promise<void> | undefined;
  #wanted = false;

  /** `turn` says whether there is more to do. */
  constructor(turn: () => Promise<boolean>, giveUp: (error: Error) => void) {
    this.#turn = turn;
    this.#giveUp = giveUp;
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
        this.#wanted = (await this.#turn()) || this.#wanted;
        failures = 0;
      } catch (error) {
        this.#wanted = true;
        failures += 1;
        if (!(error instanceof DatabaseUnavailable) && failures >= mostTries) {
          this.#giveUp(error as Error);
          failures = 0;
        }
        const waitMs = Math.min(shortestWaitMs * 2 ** failures, longestWaitMs);
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
    if (signal.aborted) this.#wanted = false;
  }
}
