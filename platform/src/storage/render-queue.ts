import { FairQueue } from '../scheduling/fair-queue.ts';
import { refuse } from './storage-error.ts';

/** For whom work is done. */
export interface Turn {
  /** Usually an address. Each share gets its turn, however much another one asks for. */
  share: string;
  /** Aborted when the client leaves. */
  signal?: AbortSignal | undefined;
}

interface Job {
  key: string;
  draw: () => Promise<unknown>;
  done: PromiseWithResolvers<unknown>;
  /** How many callers wait for it. */
  callers: number;
  isRunning: boolean;
}

/**
 * Limits how many pictures are drawn at once and how many wait. Shares take turns, and none holds all places. Callers
 * with the same key share one job: it is in the queue of each of them, and is dropped when all of them have left.
 */
export class RenderQueue {
  readonly #parallel: number;
  readonly #waiting: number;
  readonly #jobs = new Map<string, Job>();
  readonly #queue = new FairQueue<Job>();
  readonly #running = new Map<string, number>();
  #busy = 0;

  constructor({ parallel, waiting }: { parallel: number; waiting: number }) {
    this.#parallel = parallel;
    this.#waiting = waiting;
  }

  /** `draw` is called once for all callers with the same key. */
  run<Drawn>(key: string, draw: () => Promise<Drawn>, { share, signal }: Turn): Promise<Drawn> {
    if (signal?.aborted) return Promise.reject(refuse.clientLeft());
    const job = this.#jobs.get(key) ?? this.#create(key, draw);
    if (!job.isRunning && !this.#join(job, share)) return Promise.reject(tooMany());
    job.callers += 1;
    const result = this.#wait(job, signal) as Promise<Drawn>;
    this.#start();
    return result;
  }

  #create(key: string, draw: () => Promise<unknown>): Job {
    const done = Promise.withResolvers<unknown>();
    // Everybody may have left when it fails.
    done.promise.catch(() => {});
    return { key, draw, done, callers: 0, isRunning: false };
  }

  async #wait(job: Job, signal: AbortSignal | undefined): Promise<unknown> {
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(refuse.clientLeft());
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([job.done.promise, left.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
      job.callers -= 1;
      if (job.callers === 0 && !job.isRunning) this.#forget(job);
    }
  }

  /** False when the queue is full of jobs of shares that wait for no more than this one. */
  #join(job: Job, share: string): boolean {
    while (!this.#queue.has(job) && this.#queue.size >= this.#waiting) {
      const dropped = this.#queue.giveWay(share);
      if (!dropped) return false;
      if (dropped.isGone) this.#forget(dropped.item);
    }
    this.#jobs.set(job.key, job);
    this.#queue.add(job, share);
    return true;
  }

  #forget(job: Job): void {
    this.#queue.delete(job);
    this.#jobs.delete(job.key);
    job.done.reject(tooMany());
  }

  #start(): void {
    while (this.#busy < this.#parallel) {
      const next = this.#next();
      if (!next) return;
      void this.#draw(...next);
    }
  }

  /** One place is left to the others, if there are two. */
  #next(): [job: Job, share: string] | undefined {
    const most = Math.max(1, this.#parallel - 1);
    const next = this.#queue.next((share) => (this.#running.get(share) ?? 0) < most);
    if (next) next[0].isRunning = true;
    return next;
  }

  async #draw(job: Job, share: string): Promise<void> {
    this.#busy += 1;
    this.#running.set(share, (this.#running.get(share) ?? 0) + 1);
    try {
      job.done.resolve(await job.draw());
    } catch (error) {
      job.done.reject(error);
    } finally {
      this.#jobs.delete(job.key);
      this.#busy -= 1;
      const left = (this.#running.get(share) ?? 1) - 1;
      if (left > 0) this.#running.set(share, left);
      else this.#running.delete(share);
      this.#start();
    }
  }
}

function tooMany() {
  return refuse.busy('Too many images are being rendered');
}
