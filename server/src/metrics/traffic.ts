import { Counter, Gauge, Histogram, type Metric, type MetricValueWithName } from 'prom-client';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface Answer {
  service: string;
  method: string;
  status: number;
  seconds: number;
  bytes: number;
}

interface Answered {
  service: string;
  method: string;
  status: number;
  count: number;
}

interface ServiceTotals {
  /** How many took at most as long as each bucket, and longer than the one before; the last is for the rest. */
  counts: number[];
  seconds: number;
  bytes: number;
}

/** Counts and times HTTP requests. In plain numbers: prom-client's metrics cost more than sending a kept page. */
export class Traffic {
  readonly #answered = new Map<string, Answered>();
  readonly #services = new Map<string, ServiceTotals>();
  #inProgress = 0;
  readonly metrics: readonly Metric[];

  /** `others` are counted elsewhere in the HTTP server. */
  constructor(others: readonly Metric[] = []) {
    const answered = () => this.#answered.values();
    const services = this.#services;
    const inProgress = () => this.#inProgress;
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests answered.',
      labelNames: ['service', 'method', 'status'],
      registers: [],
      collect() {
        this.reset();
        for (const { count, ...labels } of answered()) this.inc(labels, count);
      },
    });
    const bytes = new Counter({
      name: 'http_response_bytes_total',
      help: 'Bytes sent, heads of answers included.',
      labelNames: ['service'],
      registers: [],
      collect() {
        this.reset();
        for (const [service, totals] of services) this.inc({ service }, totals.bytes);
      },
    });
    const progress = new Gauge({
      name: 'http_requests_in_progress',
      help: 'Requests being answered.',
      registers: [],
      collect() {
        this.set(inProgress());
      },
    });
    this.metrics = [requests, new Durations(services), bytes, progress, ...others];
  }

  begin(): void {
    this.#inProgress += 1;
  }

  /** Called once for each `begin`, when the answer has been sent. */
  end({ service, method: given, status, seconds, bytes }: Answer): void {
    this.#inProgress -= 1;
    const method = METHODS.has(given) ? given : 'other';
    const key = `${service} ${method} ${status}`;
    const known = this.#answered.get(key);
    if (known) known.count += 1;
    else this.#answered.set(key, { service, method, status, count: 1 });
    const totals = this.#totalsOf(service);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
    totals.counts[bucket] = (totals.counts[bucket] ?? 0) + 1;
    totals.seconds += seconds;
    totals.bytes += bytes;
  }

  #totalsOf(service: string): ServiceTotals {
    const known = this.#services.get(service);
    if (known) return known;
    const totals = { counts: Array.from({ length: BUCKETS.length + 1 }, () => 0), seconds: 0, bytes: 0 };
    this.#services.set(service, totals);
    return totals;
  }
}

const HELP = 'From the request to the end of its answer.';

class Durations extends Histogram<'service'> {
  static readonly NAME = 'http_request_duration_seconds';
  readonly #services: ReadonlyMap<string, ServiceTotals>;

  constructor(services: ReadonlyMap<string, ServiceTotals>) {
    super({
      name: Durations.NAME,
      help: HELP,
      labelNames: ['service'],
      buckets: BUCKETS,
      registers: [],
    });
    this.#services = services;
  }

  /** What prom-client's registry calls for histograms. */
  async getForPromString() {
    const values = [...this.#services].flatMap(([service, totals]) => valuesOf(service, totals));
    return { name: Durations.NAME, help: HELP, type: 'histogram', values };
  }
}

function valuesOf(service: string, { counts, seconds }: ServiceTotals): MetricValueWithName<'service'>[] {
  const value = (part: string, labels: object, value: number) => ({
    metricName: `${Durations.NAME}_${part}`,
    labels: { ...labels, service },
    value,
  });
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return value('bucket', { le: BUCKETS[index] ?? '+Inf' }, total);
  });
  return [...buckets, value('sum', {}, seconds), value('count', {}, total)];
}
