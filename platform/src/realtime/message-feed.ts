import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { TaskLoop } from '../scheduling/task-loop.ts';
import type { Snapshot } from './changes/snapshot.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import { currentPosition, type OutboxPosition, readOutbox } from './message-outbox.ts';
import { toBroadcast } from './stored-messages.ts';

/** The first message is read at once, those after it together: many reads would slow down those who send. */
const gatherMs = 10;

/**
 * Delivers broadcasts from the database (`realtime.send`, or rows in `realtime.messages`) to the channels. Of transactions
 * that commit together one notifies, so after a notification the outbox is read until all that ran then have ended.
 */
export class MessageFeed {
  readonly #database: Database;
  readonly #registry: ChannelRegistry;
  readonly #loop: TaskLoop;
  readonly #catchUpMs: number;
  #position: OutboxPosition | undefined;
  /** Transactions that have notified, with the time: who joins later does not get their messages. */
  readonly #announced = new Map<string, number>();
  /** What ran at the last notification, and may have left it to the one that notified. */
  #awaited: { running: Snapshot; since: number } | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #again: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stop: () => Promise<void> = async () => {};

  constructor(
    database: Database,
    registry: ChannelRegistry,
    report: (message: string) => void,
    catchUpMs: number,
  ) {
    this.#database = database;
    this.#registry = registry;
    this.#catchUpMs = catchUpMs;
    this.#loop = new TaskLoop(
      () => this.#deliverNext(),
      (error) => {
        report(`Messages of the database could not be delivered: ${error.message}`);
        this.#position = undefined;
      },
    );
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen(
      'realtime_messages',
      (transaction) => this.#onNotification(transaction),
      () => this.catchUp(),
    );
    await this.#begin();
    this.#loop.kick();
    this.#timer = setInterval(() => this.catchUp(), this.#catchUpMs).unref();
  }

  catchUp(): void {
    this.#loop.kick();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#loop.close();
    clearTimeout(this.#again);
    await this.#stop();
  }

  #onNotification(transaction: string): void {
    // Every database role can NOTIFY, so the payload is not trusted.
    if (!/^\d{1,20}$/.test(transaction) || this.#announced.has(transaction)) return;
    this.#announced.set(transaction, performance.now());
    this.#loop.kick();
  }

  async #begin(): Promise<OutboxPosition> {
    this.#position = await currentPosition(this.#database);
    this.#awaited = { running: this.#position.since, since: performance.now() };
    return this.#position;
  }

  async #deliverNext(): Promise<boolean> {
    const position = this.#position ?? (await this.#begin());
    const restMs = this.#readAt + gatherMs - performance.now();
    if (restMs > 0) await sleep(restMs);
    this.#readAt = performance.now();
    const known = [...this.#announced.keys()];
    const { messages, isLast, next } = await readOutbox(this.#database, position);
    for (const message of messages) {
      const topicKey = { topic: message.topic, private: message.private === true };
      this.#registry.deliver(topicKey, toBroadcast(message), { cameAt: this.#cameAt(message) });
    }
    this.#position = next;
    if (!isLast) return true;
    // These and no others: more may have come meanwhile.
    for (const transaction of known) this.#announced.delete(transaction);
    this.#await(next.since, known.length > 0);
    return false;
  }

  /** When a transaction that left it to another one has committed is not known: now, so that nobody misses its messages. */
  #cameAt({ transaction, age }: { transaction: string; age: number }): number {
    const now = performance.now();
    const isAwaited = this.#announced.size > 0 || this.#awaited?.running.isRunning(transaction);
    return this.#announced.get(transaction) ?? (isAwaited ? now : now - age);
  }

  /** What takes long is looked for less and less often, so that it is late by a fraction of the time that it took. */
  #await(now: Snapshot, isNotified: boolean): void {
    if (isNotified) this.#awaited = { running: now, since: this.#readAt };
    if (this.#awaited?.running.hasEndedBy(now)) this.#awaited = undefined;
    clearTimeout(this.#again);
    if (this.#awaited === undefined) return;
    const pauseMs = Math.max(gatherMs, (performance.now() - this.#awaited.since) / 4);
    this.#again = setTimeout(() => this.#loop.kick(), Math.min(pauseMs, this.#catchUpMs)).unref();
  }
}
