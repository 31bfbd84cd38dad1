import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { TaskLoop } from '../scheduling/task-loop.ts';
import type { ChannelRegistry } from './channel-registry.ts';
import { readMessages, toBroadcast } from './stored-messages.ts';

const batchSize = 200;
/** The first message is read at once, those after it together: many reads would slow down those who send. */
const gatherMs = 10;
/** How far back messages with a missed notification are looked for. */
const recentSeconds = 60;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Delivers broadcasts from the database (`realtime.send`, or rows in `realtime.messages`) to the channels. */
export class MessageFeed {
  readonly #database: Database;
  readonly #registry: ChannelRegistry;
  readonly #loop: TaskLoop;
  readonly #catchUpMs: number;
  /** Ids already sent, with the time. */
  readonly #sent = new Map<string, number>();
  /** Ids to be read, with the time at which they came: who joins later does not get them. */
  readonly #queue = new Map<string, number>();
  #isDue = false;
  #readAt = Number.NEGATIVE_INFINITY;
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
        this.#queue.clear();
        this.#isDue = false;
      },
    );
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen('realtime_messages', (id) => {
      // Every database role can NOTIFY, so the payload is not trusted.
      if (!uuid.test(id) || this.#sent.has(id) || this.#queue.has(id)) return;
      this.#queue.set(id, performance.now());
      this.#loop.kick();
    });
    for (const id of (await this.#recent()).keys()) this.#sent.set(id, Date.now());
    this.#timer = setInterval(() => this.catchUp(), this.#catchUpMs).unref();
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

  async #deliverNext(): Promise<boolean> {
    const restMs = this.#readAt + gatherMs - performance.now();
    if (restMs > 0) await sleep(restMs);
    const batch = new Map(this.#queue.entries().take(batchSize));
    if (batch.size > 0) {
      this.#readAt = performance.now();
      for (const message of await readMessages(this.#database, [...batch.keys()])) {
        const topicKey = { topic: message.topic, private: message.private === true };
        const cameAt = batch.get(message.id) ?? performance.now();
        this.#sent.set(message.id, Date.now());
        this.#registry.deliver(topicKey, toBroadcast(message), { cameAt });
      }
      // These and no others: more may have come meanwhile.
      for (const id of batch.keys()) this.#queue.delete(id);
    }
    if (this.#isDue && this.#queue.size === 0) {
      for (const [id, cameAt] of await this.#recent()) {
        if (!this.#sent.has(id) && !this.#queue.has(id)) this.#queue.set(id, cameAt);
      }
      this.#isDue = false;
      this.#forgetOld();
    }
    return this.#queue.size > 0;
  }

  /** With the time at which they were sent, by this process's clock. */
  async #recent(): Promise<Map<string, number>> {
    const rows = await this.#database.query<{ id: string; age: number }>(
      `select id, (extract(epoch from localtimestamp - inserted_at) * 1000)::float8 as age from realtime.messages
        where inserted_at > localtimestamp - make_interval(secs => ${recentSeconds}) and extension = 'broadcast'
          and not skip_broadcast
        order by inserted_at, id`,
      [],
      { readOnly: true },
    );
    const now = performance.now();
    return new Map(rows.map(({ id, age }) => [id, now - age]));
  }

  #forgetOld(): void {
    const longAgo = Date.now() - 2 * recentSeconds * 1000;
    for (const [id, at] of this.#sent) if (at < longAgo) this.#sent.delete(id);
  }
}
