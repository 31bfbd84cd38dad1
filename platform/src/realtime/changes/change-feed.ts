import type { Database } from '../../database/database.ts';
import { toRows } from '../../database/values.ts';
import { TaskLoop } from '../../scheduling/task-loop.ts';
import { type Change, type ListenedTables, readChanges, readMissed, toChanges } from './outbox.ts';
import { Snapshot } from './snapshot.ts';

export interface ChangeFeedOptions {
  database: Database;
  /** Undefined when there are no subscriptions. */
  listenedTables: () => ListenedTables | undefined;
  /** Must not have sent anything when it fails, because it is called again with the same changes. */
  deliver: (changes: Change[]) => Promise<void>;
  report: (message: string) => void;
  catchUpMs: number;
  recordBytes: number;
}

/** Rows in memory at once, however many a transaction has changed. */
const rowsAtOnce = 500;
const transactionsAtOnce = 200;

/**
 * Follows the outbox. Notifications carry transaction ids in commit order. They can be missed while the connection is
 * down, so the feed regularly queries which transactions have committed since the last query without a notification.
 * Every transaction is delivered once.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #loop: TaskLoop;
  /** All transactions that it includes have been queued. */
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
    this.#loop = new TaskLoop(
      () => this.#deliverNext(),
      (error) => {
        options.report(`Row changes could not be delivered: ${error.message}`);
        this.#queue.shift();
        this.#afterId = '0';
      },
    );
  }

  async start(): Promise<void> {
    const { database, catchUpMs } = this.#options;
    this.#stop = await database.listen('realtime_changes', (transaction) =>
      this.#onNotification(transaction),
    );
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

  #onNotification(transaction: string): void {
    // Every database role can NOTIFY, so the payload is not trusted.
    if (!/^\d{1,20}$/.test(transaction)) return;
    if (this.#snapshot === undefined || this.#snapshot.includes(transaction)) return;
    if (this.#queued.has(transaction)) return;
    this.#queued.add(transaction);
    this.#queue.push(transaction);
    this.#loop.kick();
  }

  async #deliverNext(): Promise<boolean> {
    if (this.#isDue) await this.#findMissed();
    if (this.#queue.length === 0) return false;
    const listenedTables = this.#options.listenedTables();
    if (listenedTables === undefined) {
      this.#queue = [];
      this.#afterId = '0';
      return false;
    }
    const { database, recordBytes, deliver } = this.#options;
    const transactions = this.#queue.slice(0, transactionsAtOnce);
    const readStatement = readChanges(transactions, this.#afterId, listenedTables, {
      rows: rowsAtOnce,
      recordBytes,
    });
    const [result] = await database.run([readStatement], { readOnly: true });
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
