import { Counter, type Metric } from 'prom-client';
import type { RenderStats } from '../web/web-app.ts';
import { gauge } from './gauge.ts';

/** The threads that render pages. */
export class RenderMetrics {
  readonly #stats: () => RenderStats;
  readonly #threads = gauge('render_threads', 'Threads that render pages.');
  readonly #rendering = gauge('render_pages_in_progress', 'Pages being rendered.');
  readonly #waiting = gauge('render_pages_waiting', 'Pages waiting for a thread.');
  readonly #refused = new Counter({
    name: 'render_pages_refused_total',
    help: 'Pages answered 503 because they would have waited for too long.',
    registers: [],
  });
  readonly metrics: readonly Metric[] = [this.#threads, this.#rendering, this.#waiting, this.#refused];

  constructor(stats: () => RenderStats) {
    this.#stats = stats;
  }

  /** Called before each scrape. */
  update(): void {
    const { threads, rendering, waiting, refused } = this.#stats();
    this.#threads.set(threads);
    this.#rendering.set(rendering);
    this.#waiting.set(waiting);
    this.#refused.reset();
    this.#refused.inc(refused);
  }
}
