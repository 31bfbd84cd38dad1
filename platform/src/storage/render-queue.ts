import { refuse } from './storage-error.ts';

/** Limits how many pictures are rendered at once and how many wait; further ones are refused. */
export class RenderQueue {
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
      // The slot goes to the first in the queue, so a newcomer cannot overtake it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
