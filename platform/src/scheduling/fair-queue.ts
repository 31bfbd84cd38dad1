/** What waits, by the share that it waits for: usually an address. Shares take turns, however much one of them has. */
export class FairQueue<T> {
  /** In the order of turns; a share without waiting items is not in it. */
  readonly #queues = new Map<string, T[]>();
  /** An item can wait for several, and is taken at the first turn of one of them. */
  readonly #shares = new Map<T, Set<string>>();

  get size(): number {
    return this.#shares.size;
  }

  has(item: T): boolean {
    return this.#shares.has(item);
  }

  items(): T[] {
    return [...this.#shares.keys()];
  }

  add(item: T, share: string): void {
    const shares = this.#shares.get(item) ?? new Set();
    if (shares.has(share)) return;
    this.#shares.set(item, shares.add(share));
    const queue = this.#queues.get(share);
    if (queue) queue.push(item);
    else this.#queues.set(share, [item]);
  }

  delete(item: T): void {
    for (const share of this.#shares.get(item) ?? []) this.#leave(item, share);
  }

  /** Takes the first item of the share whose turn it is, of those that can have one. */
  next(canHave: (share: string) => boolean = () => true): [item: T, share: string] | undefined {
    for (const [share, queue] of this.#queues) {
      if (!canHave(share)) continue;
      const item = queue[0] as T;
      this.delete(item);
      const rest = this.#queues.get(share);
      if (rest) {
        this.#queues.delete(share);
        this.#queues.set(share, rest);
      }
      return [item, share];
    }
    return undefined;
  }

  /**
   * Frees a place for one more of this share: the share with most gives up its last. Undefined where none has more; `isGone`
   * unless the item waits for another share too.
   */
  giveWay(share: string): { item: T; isGone: boolean } | undefined {
    const own = this.#queues.get(share)?.length ?? 0;
    let longest: [share: string, queue: T[]] | undefined;
    for (const one of this.#queues) if (one[1].length > (longest?.[1].length ?? own + 1)) longest = one;
    if (!longest) return undefined;
    const item = longest[1].at(-1) as T;
    this.#leave(item, longest[0]);
    return { item, isGone: !this.#shares.has(item) };
  }

  #leave(item: T, share: string): void {
    const rest = (this.#queues.get(share) ?? []).filter((other) => other !== item);
    if (rest.length > 0) this.#queues.set(share, rest);
    else this.#queues.delete(share);
    const shares = this.#shares.get(item);
    shares?.delete(share);
    if (shares?.size === 0) this.#shares.delete(item);
  }
}
