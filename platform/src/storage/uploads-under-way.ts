import { refuse } from './storage-error.ts';

/** A browser has six connections. */
const MAX_PER_OWNER = 20;

/** How many requests with a file one person can have open. Their bytes are on no tally before they are complete. */
export class UploadsUnderWay {
  readonly #owners = new Map<string, number>();

  /** Uploads without an owner come from the service. */
  async count<Result>(owner: string | undefined, receive: () => Promise<Result>): Promise<Result> {
    if (owner === undefined) return receive();
    const open = this.#owners.get(owner) ?? 0;
    if (open >= MAX_PER_OWNER) throw refuse.busy('Too many of your uploads are under way. Please try again.');
    this.#owners.set(owner, open + 1);
    try {
      return await receive();
    } finally {
      const left = (this.#owners.get(owner) ?? 1) - 1;
      if (left > 0) this.#owners.set(owner, left);
      else this.#owners.delete(owner);
    }
  }
}
