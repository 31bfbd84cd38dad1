/** The age at which a result is made again. */
const FRESH_MS = 1000;
const ENTRIES = 1000;
const BYTES = 64 * 1024 ** 2;

interface Entry<T> {
  result: Promise<T>;
  until: number;
  bytes: number;
}

/**
 * What is made at most once a second and sent to everybody who asks meanwhile. A result belongs to no request: it is made
 * to the end even when the client who asked first hangs up. Failures are sent to those who wait and never remembered.
 */
export class SharedResults<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #measure: (result: T) => number;
  readonly #isFailure: (result: T) => boolean;
  readonly #now: () => number;
  #bytes = 0;

  constructor(options: {
    /** The bytes that a result holds in memory. */
    measure(result: T): number;
    isFailure?(result: T): boolean;
    now?: () => number;
  }) {
    this.#measure = options.measure;
    this.#isFailure = options.isFailure ?? (() => false);
    this.#now = options.now ?? (() => performance.now());
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.until > this.#now()) return known.result;
    if (known) this.#drop(key, known);
    // From the request on, not from the result: what it shows was read in between.
    const entry: Entry<T> = { result: make(), until: this.#now() + FRESH_MS, bytes: 0 };
    this.#entries.set(key, entry);
    this.#freeSpace();
    entry.result.then(
      (result) => (this.#isFailure(result) ? this.#drop(key, entry) : this.#count(key, entry, result)),
      () => this.#drop(key, entry),
    );
    return entry.result;
  }

  #count(key: string, entry: Entry<T>, result: T): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes = this.#measure(result);
    this.#bytes += entry.bytes;
    this.#freeSpace();
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #freeSpace(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= ENTRIES && this.#bytes <= BYTES) return;
      this.#drop(key, entry);
    }
  }
}
