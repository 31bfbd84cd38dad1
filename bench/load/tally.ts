/** `upload`: parts of films, which come as slowly as the line of who sends them. */
export type Kind = 'page' | 'api' | 'playlist' | 'segment' | 'write' | 'upload';

interface Counted {
  times: number[];
  bytes: number;
}

interface Answered {
  /** 0: there was no answer. */
  status: number;
  ms: number;
  bytes: number;
  /** Statuses that are no failure, beside 2xx and 3xx. */
  expected?: readonly number[] | undefined;
}

interface KindResult {
  requests: number;
  p50: number;
  p99: number;
}

export interface Result {
  kinds: Record<Kind, KindResult>;
  bytes: number;
  /** Answers that are neither 2xx nor 3xx nor expected where they were requested, and requests without an answer. */
  failures: number;
  /** The same, of each kind and status. */
  failed: Record<string, number>;
  /** Answers that are, though neither 2xx nor 3xx, expected: 429 of who replies too soon, 409 of what is bought already. */
  refused: number;
  /** Requests that only read, were not answered, and were sent again: how many of each kind and status. */
  repeated: Record<string, number>;
  /** How often a film stood still after it had begun. */
  stalls: number;
  /** The first few failures. */
  examples: string[];
}

const KINDS: readonly Kind[] = ['page', 'api', 'playlist', 'segment', 'write', 'upload'];
const EXAMPLES = 10;

/** Counts what happens between `begin` and `end`. */
export class Tally {
  #kinds = fresh();
  /** What was asked and is not answered yet. */
  readonly #open = new Set<{ kind: Kind; since: number }>();
  #failed: Record<string, number> = {};
  #refused = 0;
  #repeated: Record<string, number> = {};
  #stalls = 0;
  #examples: string[] = [];

  begin(): void {
    this.#kinds = fresh();
    this.#failed = {};
    this.#refused = 0;
    this.#repeated = {};
    this.#stalls = 0;
    this.#examples = [];
  }

  /** To be called with every request; returns what is to be called with its end. */
  asked(kind: Kind): () => void {
    const request = { kind, since: performance.now() };
    this.#open.add(request);
    return () => this.#open.delete(request);
  }

  /** Whether this answer is one that was to be had. */
  answered(kind: Kind, { status, ms, bytes, expected = [] }: Answered): boolean {
    const counted = this.#kinds[kind];
    counted.times.push(ms);
    counted.bytes += bytes;
    const isExpected = expected.includes(status);
    const isServed = status >= 200 && status < 400;
    if (isExpected && !isServed) this.#refused += 1;
    if (!isExpected && !isServed) count(this.#failed, kind, status);
    return isExpected || isServed;
  }

  repeated(kind: Kind, status: number): void {
    count(this.#repeated, kind, status);
  }

  /** An answer that lacks what it must have. */
  failed(kind: Kind, text: string): Error {
    count(this.#failed, kind, 200);
    this.example(text);
    return new Error(text);
  }

  stalled(): void {
    this.#stalls += 1;
  }

  example(text: string): void {
    if (this.#examples.length < EXAMPLES) this.#examples.push(text.slice(0, 300));
  }

  end(): Result {
    const kinds = Object.fromEntries(
      KINDS.map((kind) => {
        // A server that answers nobody is not fast: who still waits has waited so long at least.
        const waiting = [...this.#open].filter((request) => request.kind === kind);
        const waited = waiting.map(({ since }) => performance.now() - since);
        const sorted = [...this.#kinds[kind].times, ...waited].toSorted((a, b) => a - b);
        return [kind, { requests: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }];
      }),
    ) as Record<Kind, KindResult>;
    return {
      kinds,
      bytes: KINDS.reduce((sum, kind) => sum + this.#kinds[kind].bytes, 0),
      failures: Object.values(this.#failed).reduce((sum, one) => sum + one, 0),
      failed: this.#failed,
      refused: this.#refused,
      repeated: this.#repeated,
      stalls: this.#stalls,
      examples: this.#examples,
    };
  }
}

function count(into: Record<string, number>, kind: Kind, status: number): void {
  const name = `${kind} ${status || 'without an answer'}`;
  into[name] = (into[name] ?? 0) + 1;
}

const fresh = () =>
  Object.fromEntries(KINDS.map((kind) => [kind, { times: [], bytes: 0 }])) as unknown as Record<
    Kind,
    Counted
  >;

/** The smallest value that this share of all values does not exceed. */
export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
