import { LANES, type Lane } from './lanes.ts';

/** How a task is interrupted when others wait: `cancel` is called once it has run for `afterMs`. */
export interface Preemption<Resource> {
  afterMs: number;
  cancel(resource: Resource): void;
}

interface Waiting {
  since: number;
  start(): void;
  reject(error: Error): void;
}

interface Running {
  since: number;
  interrupt: (() => void) | undefined;
  afterMs: number;
}

// Nobody waits for ever behind more urgent lanes.
const longestWaitMs = 1_000;

/** Gives a single resource to one task at a time: the most urgent lane first, in each lane first come, first served. */
export class LaneQueue<Resource> {
  readonly #lanes = new Map<Lane, Waiting[]>(LANES.map((lane) => [lane, []]));
  #resource: Resource | undefined;
  #running: Running | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void)[] = [];

  take<T>(
    lane: Lane,
    work: (resource: Resource) => Promise<T>,
    preemption?: Preemption<Resource>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = (): void => {
        const resource = this.#resource as Resource;
        this.#running = {
          since: performance.now(),
          interrupt: preemption && (() => preemption.cancel(resource)),
          afterMs: preemption?.afterMs ?? 0,
        };
        this.#interruptInTime();
        void work(resource)
          .then(resolve, reject)
          .finally(() => this.#finish());
      };
      this.#waitingIn(lane).push({ since: performance.now(), start, reject });
      this.#interruptInTime();
      this.#next();
    });
  }

  /** Makes the resource available. */
  give(resource: Resource): void {
    this.#resource = resource;
    this.#next();
  }

  /** The resource is gone: waiting tasks fail with the error, later ones wait for the next `give`. */
  withdraw(error: Error): void {
    this.#resource = undefined;
    for (const waiting of this.#lanes.values()) for (const { reject } of waiting.splice(0)) reject(error);
    this.#next();
  }

  load(): { running: number; waiting: number } {
    return { running: this.#running === undefined ? 0 : 1, waiting: this.#waitingTasks() };
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (this.#running === undefined && this.#waitingTasks() === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = undefined;
    this.#next();
  }

  #next(): void {
    if (this.#running !== undefined) return;
    if (this.#waitingTasks() === 0) {
      for (const notify of this.#idle.splice(0)) notify();
      return;
    }
    if (this.#resource !== undefined) this.#choose().shift()?.start();
  }

  /** The lane whose first task is next. */
  #choose(): Waiting[] {
    const busy = [...this.#lanes.values()].filter((waiting) => waiting.length > 0);
    const now = performance.now();
    const overdue = busy.find(([first]) => first !== undefined && now - first.since > longestWaitMs);
    return overdue ?? busy[0] ?? [];
  }

  /** A task that can be interrupted is, while a task of a more urgent lane than `api` waits. */
  #interruptInTime(): void {
    const running = this.#running;
    if (running?.interrupt === undefined || this.#timer !== undefined) return;
    if (this.#waitingTasks() === this.#waitingIn('api').length) return;
    const elapsed = performance.now() - running.since;
    this.#timer = setTimeout(running.interrupt, Math.max(0, running.afterMs - elapsed));
  }

  #waitingIn(lane: Lane): Waiting[] {
    return this.#lanes.get(lane) as Waiting[];
  }

  #waitingTasks(): number {
    let tasks = 0;
    for (const waiting of this.#lanes.values()) tasks += waiting.length;
    return tasks;
  }
}
