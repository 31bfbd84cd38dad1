import { Histogram, type Labels, metric } from './exposition.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What went through the door, counted. */
export class Traffic {
  readonly #answers = new Map<string, { labels: Labels; value: number }>();
  readonly #bytes = new Map<string, number>();
  readonly #durations = new Histogram(SECONDS);
  /** Being answered right now. */
  open = 0;

  count(answer: { service: string; method: string; status: number; seconds: number; bytes: number }): void {
    const { service, status } = answer;
    const method = METHODS.has(answer.method) ? answer.method : 'other';
    const key = `${service} ${method} ${status}`;
    const known = this.#answers.get(key);
    if (known) known.value += 1;
    else this.#answers.set(key, { labels: { service, method, status: String(status) }, value: 1 });
    this.#bytes.set(service, (this.#bytes.get(service) ?? 0) + answer.bytes);
    this.#durations.add(answer.seconds, service, { service });
  }

  text(): string {
    const bytes = [...this.#bytes].map(([service, value]) => ({ labels: { service }, value }));
    return (
      metric('http_requests_total', 'counter', 'Requests answered.', [...this.#answers.values()]) +
      this.#durations.text('http_request_duration_seconds', 'From the request to the end of its answer.') +
      metric('http_response_bytes_total', 'counter', 'Bytes sent, heads of answers included.', bytes) +
      metric('http_requests_in_progress', 'gauge', 'Requests being answered.', this.open)
    );
  }
}
