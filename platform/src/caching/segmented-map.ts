/** This part is for what was used once, so that something new can still become popular. */
const NEW_PART = 0.2;

/**
 * Keeps apart what was used once and what was used again, each with the least recently used first. A flood of values that
 * nobody asks for twice displaces its own kind only.
 */
export class SegmentedMap<V> {
  readonly #once = new Map<string, V>();
  readonly #again = new Map<string, V>();
  /** The last of `#again`. */
  #newest: string | undefined;

  get size(): number {
    return this.#once.size + this.#again.size;
  }

  get(key: string): V | undefined {
    return this.#again.get(key) ?? this.#once.get(key);
  }

  /** A new value, which has been used once. */
  add(key: string, value: V): void {
    this.delete(key);
    this.#once.set(key, value);
  }

  use(key: string): void {
    const value = key === this.#newest ? undefined : this.get(key);
    if (value === undefined) return;
    this.delete(key);
    this.#again.set(key, value);
    this.#newest = key;
  }

  delete(key: string): void {
    if (key === this.#newest) this.#newest = undefined;
    if (!this.#again.delete(key)) this.#once.delete(key);
  }

  keys(): string[] {
    return [...this.#once.keys(), ...this.#again.keys()];
  }

  /** What is to go first. */
  coldest(): string | undefined {
    const hasManyNew = this.#once.size > NEW_PART * this.size || this.#again.size === 0;
    const [key] = (hasManyNew ? this.#once : this.#again).keys();
    return key;
  }
}
