export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
export const PAGE = 500;
/** What is younger may be an upload that is being finished. */
export const GRACE_MS = 24 * 3_600_000;
/** At least this many, and more than half: then the folder or the database is the wrong one. */
export const SUSPICIOUS = 20;
const NAMED = 10;

/** How many there are, and the first of them. */
export class Names {
  count = 0;
  readonly #first: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.#first.length < NAMED) this.#first.push(name);
  }

  toString(): string {
    return `${this.#first.join(', ')}${this.count > NAMED ? ' …' : ''}`;
  }
}
