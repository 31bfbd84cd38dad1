import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, type Metric } from 'prom-client';
import { gauge } from './gauge.ts';

/** The sampling interval of the event loop; each measured delay contains it. */
const INTERVAL_MS = 20;

/** Memory, processor time and event loop lag of this process. */
export class ProcessMetrics {
  readonly #delay = monitorEventLoopDelay({ resolution: INTERVAL_MS });
  readonly #memory = gauge('process_resident_memory_bytes', 'Memory of the process.');
  readonly #heap = gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.');
  readonly #external = gauge('nodejs_external_memory_bytes', 'Memory of buffers and libraries.');
  readonly #buffers = gauge('nodejs_array_buffers_bytes', 'The part of it that is in buffers.');
  readonly #cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time on the processor.',
    registers: [],
  });
  readonly #started = gauge('process_start_time_seconds', 'When the process began, since 1970.');
  readonly #lag = gauge('nodejs_eventloop_lag_seconds', 'How late timers ran since the last scrape.', [
    'quantile',
  ]);
  readonly #maxLag = gauge('nodejs_eventloop_lag_max_seconds', 'The latest of them.');

  readonly metrics: readonly Metric[] = [
    this.#memory,
    this.#heap,
    this.#external,
    this.#buffers,
    this.#cpu,
    this.#started,
    this.#lag,
    this.#maxLag,
  ];

  constructor() {
    this.#delay.enable();
  }

  /** Called before each scrape. */
  update(): void {
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    this.#memory.set(rss);
    this.#heap.set(heapUsed);
    this.#external.set(external);
    this.#buffers.set(arrayBuffers);
    const { user, system } = process.cpuUsage();
    this.#cpu.reset();
    this.#cpu.inc((user + system) / 1e6);
    this.#started.set(Date.now() / 1000 - process.uptime());
    for (const quantile of [0.5, 0.99])
      this.#lag.set({ quantile }, toSeconds(this.#delay.percentile(quantile * 100)));
    this.#maxLag.set(toSeconds(this.#delay.max));
    // An old delay is not reported again.
    this.#delay.reset();
  }

  stop(): void {
    this.#delay.disable();
  }
}

function toSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - INTERVAL_MS / 1000) : 0;
}
