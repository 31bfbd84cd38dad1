import { monitorEventLoopDelay } from 'node:perf_hooks';
import { metric } from './exposition.ts';

/** How the process itself is: its memory, its time, and how late it gets to what it has to do. */
export class ProcessNumbers {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  text(): string {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const began = Date.now() / 1000 - process.uptime();
    const lag = [0.5, 0.99].map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: this.#seconds(this.#delay.percentile(quantile * 100)),
    }));
    const longest = this.#seconds(this.#delay.max);
    // Since the last look: what was slow an hour ago is not slow now.
    this.#delay.reset();
    return (
      metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss) +
      metric('nodejs_heap_size_used_bytes', 'gauge', 'Memory of JavaScript objects.', heapUsed) +
      metric('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers and libraries.', external) +
      metric('process_cpu_seconds_total', 'counter', 'Time on the processor.', (user + system) / 1e6) +
      metric('process_start_time_seconds', 'gauge', 'When the process began, since 1970.', began) +
      metric('nodejs_eventloop_lag_seconds', 'gauge', 'How late timers ran since the last look.', lag) +
      metric('nodejs_eventloop_lag_max_seconds', 'gauge', 'The latest of them.', longest)
    );
  }

  stop(): void {
    this.#delay.disable();
  }

  #seconds(nanoseconds: number): number {
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
  }
}
