interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/** Lets one piece of work at a time have what there is only one of, first come, first served. */
export class Turns<Thing> {
  readonly #waiting: Waiting[] = [];
  #thing: Thing | undefined;
  #busy = false;
  #idle: (() => void)[] = [];

  take<T>(work: (thing: Thing) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = (): void => {
        this.#busy = true;
        const over = (): void => {
          this.#busy = false;
          this.#next();
        };
        void work(this.#thing as Thing)
          .then(resolve, reject)
          .finally(over);
      };
      this.#waiting.push({ start, refuse: reject });
      this.#next();
    });
  }

  /** Now there is one to work with. */
  give(thing: Thing): void {
    this.#thing = thing;
    this.#next();
  }

  /** There is none any more: who waits is refused; who comes later waits for the next one. */
  withdraw(error: Error): void {
    this.#thing = undefined;
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
    this.#next();
  }

  load(): { running: number; waiting: number } {
    return { running: this.#busy ? 1 : 0, waiting: this.#waiting.length };
  }

  /** When nobody works and nobody waits. */
  async idle(): Promise<void> {
    if (!this.#busy && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    if (this.#busy) return;
    if (this.#waiting.length === 0) {
      for (const tell of this.#idle.splice(0)) tell();
      return;
    }
    if (this.#thing !== undefined) this.#waiting.shift()?.start();
  }
}
