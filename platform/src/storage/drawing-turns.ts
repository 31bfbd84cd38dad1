import { refuse } from './storage-error.ts';

/** Drawing is heavy: so many pictures at once, so many waiting, and nobody beyond. */
export class DrawingTurns {
  readonly #parallel: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #busy = 0;

  constructor({ parallel, waiting }: { parallel: number; waiting: number }) {
    this.#parallel = parallel;
    this.#waiting = waiting;
  }

  async take<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
    if (this.#busy < this.#parallel) this.#busy += 1;
    else if (this.#queue.length >= this.#waiting) throw refuse.busy('Too many images are being rendered');
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await draw();
    } finally {
      // Whoever waits takes over the turn; nobody can come in between.
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
