export type Kind = 'page' | 'api' | 'playlist' | 'segment' | 'write';

interface Counted {
  times: number[];
  bytes: number;
}

interface KindResult {
  requests: number;
  p50: number;
  p99: number;
}

export interface Result {
  kinds: Record<Kind, KindResult>;
  bytes: number;
  /** Answers of 500 and above, and requests without an answer. */
  failures: number;
  /** Answers of 429. */
  refused: number;
  /** How often a film stood still after it had begun. */
  stalls: number;
  /** The first few failures. */
  examples: string[];
}

const KINDS: readonly Kind[] = ['page', 'api', 'playlist', 'segment', 'write'];
const EXAMPLES = 10;

/** Counts what happens between `begin` and `end`. */
export class Tally {
  #kinds = fresh();
  #failures = 0;
  #refused = 0;
  #stalls = 0;
  #examples: string[] = [];

  begin(): void {
    this.#kinds = fresh();
    this.#failures = 0;
    this.#refused = 0;
    this.#stalls = 0;
    this.#examples = [];
  }

  answered(kind: Kind, { status, ms, bytes }: { status: number; ms: number; bytes: number }): void {
    const counted = this.#kinds[kind];
    counted.times.push(ms);
    counted.bytes += bytes;
    if (status === 429) this.#refused += 1;
    if (status === 0 || status >= 500) this.#failures += 1;
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
        const sorted = this.#kinds[kind].times.toSorted((a, b) => a - b);
        return [kind, { requests: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }];
      }),
    ) as Record<Kind, KindResult>;
    return {
      kinds,
      bytes: KINDS.reduce((sum, kind) => sum + this.#kinds[kind].bytes, 0),
      failures: this.#failures,
      refused: this.#refused,
      stalls: this.#stalls,
      examples: this.#examples,
    };
  }
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
