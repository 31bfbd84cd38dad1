import type { Database } from '../../database/database.ts';
import { toRows } from '../../database/values.ts';
import { Loop } from '../loop.ts';
import { type Change, readChanges, readMissed, toChanges, type Wanted } from './outbox.ts';
import { Snapshot } from './snapshot.ts';

export interface ChangeFeedOptions {
  database: Database;
  /** Undefined when nobody listens to anything. */
  wanted: () => Wanted | undefined;
  /** Nothing has been told to anybody when it fails: it is called again with the same changes. */
  deliver: (changes: Change[]) => Promise<void>;
  report: (sentence: string) => void;
  catchUpMs: number;
  recordBytes: number;
}

/** So many rows are in our hands at once, however many a transaction has touched. */
const rowsAtOnce = 500;
const transactionsAtOnce = 200;

/**
 * Follows the outbox. Notifications carry the numbers of transactions in the order of their commits. A notification
 * can be missed while the connection is away, so from time to time we ask which transactions have committed since the
 * last such question and were not announced. Every transaction is delivered once.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #loop: Loop;
  /** Everything that this includes has been queued. */
  #snapshot: Snapshot | undefined;
  /** Queued since the snapshot. */
  #queued = new Set<string>();
  #queue: string[] = [];
  /** The last row delivered of the first transaction in the queue. */
  #afterId = '0';
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #stop: () => Promise<void> = async () => {};

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#loop = new Loop(
      () => this.#turn(),
      (error) => {
        options.report(`Row changes could not be delivered: ${error.message}`);
        this.#queue.shift();
        this.#afterId = '0';
      },
    );
  }

  async start(): Promise<void> {
    const { database, catchUpMs } = this.#options;
    this.#stop = await database.listen('realtime_changes', (transaction) => this.#hear(transaction));
    const [now] = await database.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    this.#snapshot = new Snapshot(now?.snapshot ?? '');
    this.#timer = setInterval(() => this.catchUp(), catchUpMs).unref();
  }

  catchUp(): void {
    this.#isDue = true;
    this.#loop.kick();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#loop.close();
    await this.#stop();
  }

  #hear(transaction: string): void {
    // Whoever may notify may say anything.
    if (!/^\d{1,20}$/.test(transaction)) return;
    if (this.#snapshot === undefined || this.#snapshot.includes(transaction)) return;
    if (this.#queued.has(transaction)) return;
    this.#queued.add(transaction);
    this.#queue.push(transaction);
    this.#loop.kick();
  }

  async #turn(): Promise<boolean> {
    if (this.#isDue) await this.#findMissed();
    if (this.#queue.length === 0) return false;
    const wanted = this.#options.wanted();
    if (wanted === undefined) {
      this.#queue = [];
      this.#afterId = '0';
      return false;
    }
    const { database, recordBytes, deliver } = this.#options;
    const transactions = this.#queue.slice(0, transactionsAtOnce);
    const reading = readChanges(transactions, this.#afterId, wanted, { rows: rowsAtOnce, recordBytes });
    const [result] = await database.run([reading], { readOnly: true });
    const changes = toChanges(result);
    if (changes.length > 0) await deliver(changes);
    const last = changes.length < rowsAtOnce ? undefined : changes.at(-1);
    // Full: the last transaction may have more rows.
    const done = last === undefined ? transactions.length : transactions.indexOf(last.transaction);
    this.#queue.splice(0, done);
    this.#afterId = last?.id ?? '0';
    return this.#queue.length > 0;
  }

  async #findMissed(): Promise<void> {
    if (this.#snapshot === undefined) return;
    const { database } = this.#options;
    const [result] = await database.run([readMissed(this.#snapshot.text)], { readOnly: true });
    const [row] = result === undefined ? [] : toRows<{ snapshot: string; transactions: string[] }>(result);
    if (row === undefined) return;
    this.#isDue = false;
    const snapshot = new Snapshot(row.snapshot);
    const missed = row.transactions.filter((transaction) => !this.#queued.has(transaction));
    this.#queue.push(...missed);
    this.#snapshot = snapshot;
    this.#queued = new Set([...this.#queued].filter((transaction) => !snapshot.includes(transaction)));
  }
}
