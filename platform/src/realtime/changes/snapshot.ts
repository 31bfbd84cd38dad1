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
    this.#running = new Set(running === '' ? [] : running.split(','));
  }

  /** The transactions that had begun and not ended. */
  get running(): string[] {
    return [...this.#running];
  }

  /** The first transaction that had not begun. */
  get end(): string {
    return String(this.#to);
  }

  isRunning(transaction: string): boolean {
    return this.#running.has(transaction);
  }

  /** Whether everything that ran at its moment had ended at the later one. */
  hasEndedBy(later: Snapshot): boolean {
    return later.#from >= this.#to;
  }

  /** Whether the transaction had ended by then; a rolled-back one never sends changes. */
  includes(transaction: string): boolean {
    const number = BigInt(transaction);
    return number < this.#from || (number < this.#to && !this.#running.has(transaction));
  }
}
