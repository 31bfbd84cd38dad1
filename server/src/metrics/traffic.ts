import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times HTTP requests. */
export class Traffic {
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['service', 'method', 'status'],
    registers: [],
  });
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['service'],
    buckets: BUCKETS,
    registers: [],
  });
  readonly #bytes = new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes sent, heads of answers included.',
    labelNames: ['service'],
    registers: [],
  });
  readonly #inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests being answered.',
    registers: [],
  });

  readonly metrics: readonly Metric[] = [this.#requests, this.#durations, this.#bytes, this.#inProgress];

  begin(): void {
    this.#inProgress.inc();
  }

  /** Called once for each `begin`, when the answer has been sent. */
  end(answer: { service: string; method: string; status: number; seconds: number; bytes: number }): void {
    const { service, status } = answer;
    this.#inProgress.dec();
    const method = METHODS.has(answer.method) ? answer.method : 'other';
    this.#requests.inc({ service, method, status });
    this.#bytes.inc({ service }, answer.bytes);
    this.#durations.observe({ service }, answer.seconds);
  }
}
