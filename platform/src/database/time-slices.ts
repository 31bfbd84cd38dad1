import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, QUERY_CANCELED, statementTimeout } from './errors.ts';
import type { Preemption } from './lane-queue.ts';

interface Cancelable {
  cancel(): void;
}

export interface SlicedCall<Resource, T> {
  /** Runs the statement in its turn. It must have no effect when it is cancelled. */
  attempt(limitMs: number, preemption?: Preemption<Resource>): Promise<T>;
  /** For all attempts together. */
  timeoutMs: number;
  /** The last attempt runs to its end, for at most `LAST_SLICE_MS`. */
  finishes: boolean;
}

/** A statement of the Data API runs so long while a more urgent one waits. */
const FIRST_SLICE_MS = 40;
const SLICES = 3;
const LAST_SLICE_MS = 500;
/** A slice is followed by a pause of this many slices. */
const PAUSE = 20;

/**
 * Statements that anybody can send, on an engine that runs one at a time. One that is interrupted for the sake of others
 * tries again later, each time for twice as long; the retries of all statements run one after the other.
 */
export class TimeSlices<Resource extends Cancelable> {
  #retries: Promise<unknown> = Promise.resolve();

  async run<T>(call: SlicedCall<Resource, T>): Promise<T> {
    const deadline = performance.now() + call.timeoutMs;
    const first = await this.#slice(call, FIRST_SLICE_MS, deadline);
    if (first !== interrupted) return first;
    const retry = this.#retries.then(() => this.#retry(call, deadline));
    this.#retries = retry.catch(() => {});
    return retry;
  }

  async #retry<T>(call: SlicedCall<Resource, T>, deadline: number): Promise<T> {
    let sliceMs = FIRST_SLICE_MS;
    for (let slice = 2; slice <= SLICES; slice += 1) {
      await pause(sliceMs * PAUSE, deadline);
      sliceMs *= 2;
      const result = await this.#slice(call, sliceMs, deadline);
      if (result !== interrupted) return result;
    }
    if (!call.finishes) throw statementTimeout();
    await pause(sliceMs * PAUSE, deadline);
    return call.attempt(Math.min(LAST_SLICE_MS, deadline - performance.now()));
  }

  async #slice<T>(
    call: SlicedCall<Resource, T>,
    afterMs: number,
    deadline: number,
  ): Promise<T | typeof interrupted> {
    let cancelled = false;
    const cancel = (resource: Resource): void => {
      cancelled = true;
      resource.cancel();
    };
    try {
      return await call.attempt(deadline - performance.now(), { afterMs, cancel });
    } catch (error) {
      if (cancelled && error instanceof DatabaseError && error.code === QUERY_CANCELED) return interrupted;
      throw error;
    }
  }
}

const interrupted = Symbol('interrupted');

async function pause(ms: number, deadline: number): Promise<void> {
  if (performance.now() + ms > deadline) throw statementTimeout();
  await sleep(ms);
}
