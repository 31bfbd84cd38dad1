interface Waiting {
  start(): void;
  reject(error: Error): void;
}

/** Gives a single resource to one task at a time, first come, first served. */
export class ResourceQueue<Resource> {
  readonly #waiting: Waiting[] = [];
  #resource: Resource | undefined;
  #busy = false;
  #idle: (() => void)[] = [];

  take<T>(work: (resource: Resource) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = (): void => {
        this.#busy = true;
        const finish = (): void => {
          this.#busy = false;
          this.#next();
        };
        void work(this.#resource as Resource)
          .then(resolve, reject)
          .finally(finish);
      };
      this.#waiting.push({ start, reject });
      this.#next();
    });
  }

  /** Makes the resource available. */
  give(resource: Resource): void {
    this.#resource = resource;
    this.#next();
  }

  /** The resource is gone: waiting tasks fail with the error, later ones wait for the next `give`. */
  withdraw(error: Error): void {
    this.#resource = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#next();
  }

  load(): { running: number; waiting: number } {
    return { running: this.#busy ? 1 : 0, waiting: this.#waiting.length };
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    if (!this.#busy && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    if (this.#busy) return;
    if (this.#waiting.length === 0) {
      for (const notify of this.#idle.splice(0)) notify();
      return;
    }
    if (this.#resource !== undefined) this.#waiting.shift()?.start();
  }
}
