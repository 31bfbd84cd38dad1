import type { StatementLimits } from '../limits.ts';
import { leftWhileWaiting, serviceBusy, tooManyStatements } from './refusals.ts';
import type { SlowStatements } from './slow-statements.ts';

/** Whom a statement is counted against. */
export interface Caller {
  key: string;
  /** False: somebody on this machine, such as a function that works for many people. */
  isLimited: boolean;
  isVisitor: boolean;
}

interface Waiting {
  caller: Caller;
  start(): void;
}

/** Callers of slow statements share this part of the connections, so that the processor is left to the others. */
const SLOW_SHARE = 0.25;
/** After a statement of theirs it rests for so many times as long as the statement took, within a limit. */
const SLOW_REST = 3;
const LONGEST_REST_MS = 2_000;

/**
 * Lets a few statements of clients run at once, and of one caller not all of them. The next one is that of the caller
 * whose slow statements took the least time, so that nobody waits behind somebody else's.
 */
export class StatementQueue {
  readonly #limits: StatementLimits;
  readonly #slow: SlowStatements;
  readonly #running = new Map<string, number>();
  #visitors = 0;
  #slowRunning = 0;
  #total = 0;
  #waiting: Waiting[] = [];

  constructor(limits: StatementLimits, slow: SlowStatements) {
    this.#limits = limits;
    this.#slow = slow;
  }

  /** Runs the work in its turn; it returns how long it took in the database too. */
  async run<T>(caller: Caller, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    this.#refuseSlow(caller);
    if (this.#canStart(caller)) this.#count(caller, 1);
    else await this.#wait(caller, signal);
    const isSlow = this.#isSlow(caller);
    if (isSlow) this.#slowRunning += 1;
    const started = performance.now();
    try {
      // It may have been slow meanwhile.
      this.#refuseSlow(caller);
      return await work();
    } finally {
      if (isSlow) this.#rest(Math.min(SLOW_REST * (performance.now() - started), LONGEST_REST_MS));
      this.#count(caller, -1);
      this.#startNext();
    }
  }

  #rest(ms: number): void {
    const end = (): void => {
      this.#slowRunning -= 1;
      this.#startNext();
    };
    setTimeout(end, ms).unref();
  }

  #isSlow({ key, isLimited }: Caller): boolean {
    return isLimited && this.#slow.isSlow(key);
  }

  #refuseSlow({ key, isLimited }: Caller): void {
    const seconds = isLimited ? this.#slow.waitSeconds(key) : 0;
    if (seconds > 0) throw tooManyStatements('Your statements took too much time', seconds);
  }

  #canStart(caller: Caller): boolean {
    const { key, isLimited, isVisitor } = caller;
    const { connections } = this.#limits;
    if (this.#total >= connections) return false;
    if (isVisitor && this.#visitors >= Math.ceil(connections * 0.75)) return false;
    const slowConnections = Math.max(1, Math.floor(connections * SLOW_SHARE));
    if (this.#slowRunning >= slowConnections && this.#isSlow(caller)) return false;
    return !isLimited || (this.#running.get(key) ?? 0) < Math.ceil(connections / 2);
  }

  #count({ key, isVisitor }: Caller, change: 1 | -1): void {
    this.#total += change;
    if (isVisitor) this.#visitors += change;
    const running = (this.#running.get(key) ?? 0) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }

  async #wait(caller: Caller, signal: AbortSignal): Promise<void> {
    const { waiting, waitingPerCaller, waitMs } = this.#limits;
    if (this.#waiting.length >= waiting) throw serviceBusy();
    const own = this.#waiting.filter((one) => one.caller.key === caller.key).length;
    if (caller.isLimited && own >= waitingPerCaller) {
      throw tooManyStatements('Too many of your statements are waiting', 1);
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { caller, start: resolve };
    this.#waiting.push(entry);
    const leave = (reason: Error) => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      reject(reason);
    };
    // Somebody slow waits for their own statements, not for those of others.
    const timeOut = () =>
      leave(
        this.#isSlow(caller) ? tooManyStatements('Your statements took too much time', 1) : serviceBusy(),
      );
    const timer = setTimeout(timeOut, waitMs);
    const hangUp = () => leave(leftWhileWaiting());
    signal.addEventListener('abort', hangUp);
    if (signal.aborted) hangUp();
    await promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
    });
  }

  #startNext(): void {
    let next: Waiting | undefined;
    for (const one of this.#waiting) {
      if (this.#canStart(one.caller) && (!next || this.#spentBy(one) < this.#spentBy(next))) next = one;
    }
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#count(next.caller, 1);
    next.start();
  }

  #spentBy({ caller: { key } }: Waiting): number {
    return this.#slow.spentMs(key);
  }
}
