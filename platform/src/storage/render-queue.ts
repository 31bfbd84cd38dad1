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
  /** Which shares have it in their queue. */
  shares: Set<string>;
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
  /** In the order of turns; a share without waiting jobs is not in it. */
  readonly #queues = new Map<string, Job[]>();
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
    return { key, draw, done, callers: 0, shares: new Set(), isRunning: false };
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
      if (job.callers === 0 && !job.isRunning) this.#drop(job);
    }
  }

  /** False when the queue is full of jobs of shares that wait for no more than this one. */
  #join(job: Job, share: string): boolean {
    if (job.shares.has(share)) return true;
    const own = this.#queues.get(share)?.length ?? 0;
    while (!this.#jobs.has(job.key) && this.#jobs.size - this.#busy >= this.#waiting) {
      const [longest, jobs] = [...this.#queues].reduce((a, b) => (b[1].length > a[1].length ? b : a));
      if (jobs.length <= own + 1) return false;
      this.#leaveQueue(jobs.at(-1) as Job, longest);
    }
    this.#jobs.set(job.key, job);
    job.shares.add(share);
    const queue = this.#queues.get(share);
    if (queue) queue.push(job);
    else this.#queues.set(share, [job]);
    return true;
  }

  #leaveQueue(job: Job, share: string): void {
    const rest = (this.#queues.get(share) ?? []).filter((other) => other !== job);
    if (rest.length > 0) this.#queues.set(share, rest);
    else this.#queues.delete(share);
    job.shares.delete(share);
    if (job.shares.size > 0 || job.isRunning) return;
    this.#jobs.delete(job.key);
    job.done.reject(tooMany());
  }

  #drop(job: Job): void {
    for (const share of [...job.shares]) this.#leaveQueue(job, share);
  }

  #start(): void {
    while (this.#busy < this.#parallel) {
      const next = this.#next();
      if (!next) return;
      void this.#draw(...next);
    }
  }

  /** The first job of the share whose turn it is. One place is left to the others, if there are two. */
  #next(): [job: Job, share: string] | undefined {
    const most = Math.max(1, this.#parallel - 1);
    for (const [share, queue] of this.#queues) {
      if ((this.#running.get(share) ?? 0) >= most) continue;
      const job = queue[0] as Job;
      job.isRunning = true;
      for (const other of [...job.shares]) this.#leaveQueue(job, other);
      const rest = this.#queues.get(share);
      if (rest) {
        this.#queues.delete(share);
        this.#queues.set(share, rest);
      }
      return [job, share];
    }
    return undefined;
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
