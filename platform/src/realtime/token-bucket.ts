/** Allows `perSecond` per second, and as many at once. */
export class TokenBucket {
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  take(count = 1): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < count) return false;
    this.#left -= count;
    return true;
  }

  /** Whether nothing was taken for a while. */
  get isFull(): boolean {
    return this.#left + ((performance.now() - this.#at) / 1000) * this.#perSecond >= this.#perSecond;
  }
}
