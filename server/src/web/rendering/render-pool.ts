import type { PageVariant } from '@lakou/contract/web-app';
import { FairQueue } from '@lakou/platform';
import { log } from '../../log.ts';
import type { PageSources, RenderedHtml, RenderStats, Sharing } from '../web-app.ts';
import { Overloaded } from './overloaded.ts';
import type { RenderThreadData } from './render-messages.ts';
import { type RenderTask, RenderThread } from './render-thread.ts';

/** Longer than any statement of a visitor can take. */
const RENDER_MS = 15_000;
/** While a page waits for its data, its thread renders others. */
const PAGES_PER_THREAD = 4;
/** With fewer pages than this in each thread, no further thread is started. */
const BUSY = 2;
/** Who would wait for longer is better told to come back. */
const MAX_WAIT_MS = 2000;
/** So many can always wait: on a slow machine a few pages take seconds. */
const ALWAYS_WAIT = 50;
/** A thread holds about 60 MB, and takes half a second to start. */
const IDLE_MS = 5_000;
/** The last one stays so many times as long, so that pages seldom wait for one to start. */
const LAST_STAYS = 8;
/** Until pages have been rendered. */
const ASSUMED_MS = 50;

/** Renders pages in worker threads. Those who wait for pages take turns, however many one of them wants. */
export class RenderPool {
  readonly #data: RenderThreadData;
  readonly #mostThreads: number;
  readonly #renderMs: number;
  readonly #idleMs: number;
  readonly #threads = new Set<RenderThread>();
  readonly #queue = new FairQueue<RenderTask>();
  /** They come first: their thread was lost. */
  readonly #again: RenderTask[] = [];
  readonly #sweep: NodeJS.Timeout;
  /** What a page takes in its thread, on average. */
  #averageMs = ASSUMED_MS;
  #refused = 0;
  #isClosed = false;

  constructor(data: RenderThreadData, mostThreads: number, renderMs = RENDER_MS, idleMs = IDLE_MS) {
    this.#renderMs = renderMs;
    this.#idleMs = idleMs;
    this.#data = data;
    this.#mostThreads = mostThreads;
    this.#sweep = setInterval(() => this.#endIdle(), idleMs / 4).unref();
  }

  render(variant: PageVariant, sources: PageSources, sharing?: Sharing): Promise<RenderedHtml> {
    const { share } = sources;
    const waitMs = this.#expectedWaitMs();
    if (waitMs > MAX_WAIT_MS && this.#queue.size >= ALWAYS_WAIT) {
      this.#refused += 1;
      const refusal = new Overloaded('too many pages wait to be rendered', Math.ceil(waitMs / 1000));
      const dropped = this.#queue.giveWay(share);
      if (!dropped) throw refusal;
      if (dropped.isGone) dropped.item.reject(refusal);
    }
    const { promise, resolve, reject } = Promise.withResolvers<RenderedHtml>();
    this.#queue.add({ variant, sources, sharing, isAlone: false, resolve, reject }, share);
    this.#dispatch();
    return promise;
  }

  /** Somebody else wants a page that may be waiting: it comes at the first turn of those who want it. */
  join({ address, cookie }: PageVariant, share: string): void {
    for (const task of this.#queue.items())
      if (task.variant.address === address && task.variant.cookie === cookie) this.#queue.add(task, share);
  }

  stats(): RenderStats {
    const rendering = [...this.#threads].reduce((sum, { load }) => sum + load, 0);
    return {
      threads: this.#threads.size,
      rendering,
      waiting: this.#queue.size + this.#again.length,
      refused: this.#refused,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    const waiting = [...this.#again.splice(0), ...this.#queue.items()];
    for (const task of waiting) {
      this.#queue.delete(task);
      task.reject(new Error('the server is stopping'));
    }
    await Promise.all([...this.#threads].map((thread) => thread.end()));
    this.#threads.clear();
  }

  #expectedWaitMs(): number {
    return (this.#queue.size * this.#averageMs) / (this.#mostThreads * PAGES_PER_THREAD);
  }

  #dispatch(): void {
    while (!this.#isClosed) {
      const isAlone = this.#again.length > 0;
      if (!isAlone && this.#queue.size === 0) return;
      const thread = this.#threadFor(isAlone);
      const task = thread && (this.#again.shift() ?? this.#queue.next()?.[0]);
      if (!task) return;
      thread.render(task);
    }
  }

  #threadFor(isAlone: boolean): RenderThread | undefined {
    const [idlest] = [...this.#threads].filter((it) => !it.isReserved).sort((a, b) => a.load - b.load);
    if (idlest && idlest.load < (isAlone ? 1 : BUSY)) return idlest;
    if (this.#threads.size < this.#mostThreads) return this.#open();
    return idlest && !isAlone && idlest.load < PAGES_PER_THREAD ? idlest : undefined;
  }

  #open(): RenderThread {
    const thread = new RenderThread(this.#data, this.#renderMs);
    thread.onRendered = (ms) => {
      this.#averageMs += (ms - this.#averageMs) / 20;
      this.#dispatch();
    };
    thread.onLost = (cause, tasks) => this.#replace(thread, cause, tasks);
    this.#threads.add(thread);
    return thread;
  }

  /** Each of its pages tries again alone. */
  #replace(thread: RenderThread, cause: Error, tasks: RenderTask[]): void {
    this.#threads.delete(thread);
    log.error({ err: cause, pages: tasks.length }, 'render thread lost');
    this.#again.unshift(...tasks.map((task) => ({ ...task, isAlone: true })));
    this.#dispatch();
  }

  #endIdle(): void {
    for (const thread of this.#threads) {
      const idleMs = this.#idleMs * (this.#threads.size === 1 ? LAST_STAYS : 1);
      if (thread.load > 0 || performance.now() - thread.idleSince < idleMs) continue;
      this.#threads.delete(thread);
      void thread.end();
    }
  }
}
