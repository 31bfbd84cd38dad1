/** PostgreSQL's `xmin:xmax:xip,…`: which transactions had committed at a moment. */
export class Snapshot {
  readonly text: string;
  readonly #from: bigint;
  readonly #to: bigint;
  readonly #running: Set<string>;

  constructor(text: string) {
    const [from = '0', to = '0', running = ''] = text.split(':');
    this.text = text;
    this.#from = BigInt(from);
    this.#to = BigInt(to);
    this.#running = new Set(running.split(','));
  }

  /** Whether the transaction had ended by then; a rolled-back one never sends changes. */
  includes(transaction: string): boolean {
    const number = BigInt(transaction);
    return number < this.#from || (number < this.#to && !this.#running.has(transaction));
  }
}
