import type { Database } from '../database/database.ts';
import { TaskLoop } from '../scheduling/task-loop.ts';
import type { ChannelRegistry } from './channel-registry.ts';

interface Row {
  id: string;
  topic: string;
  event: string | null;
  payload: string | null;
  private: boolean | null;
}

const batchSize = 200;
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
  #queue: string[] = [];
  #isDue = false;
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
        this.#queue = [];
        this.#isDue = false;
      },
    );
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen('realtime_messages', (id) => {
      // Every database role can NOTIFY, so the payload is not trusted.
      if (!uuid.test(id)) return;
      this.#queue.push(id);
      this.#loop.kick();
    });
    for (const id of await this.#recent()) this.#sent.set(id, Date.now());
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
    const ids = this.#queue.slice(0, batchSize).filter((id) => !this.#sent.has(id));
    if (ids.length > 0) {
      const announced = await this.#database.query<Row>(
        `select id, topic, event, payload::text as payload, private from realtime.messages where id = any ($1::uuid[]) and extension = 'broadcast'
          order by array_position($1::uuid[], id)`,
        [ids],
        { readOnly: true },
      );
      this.#flush(announced);
    }
    this.#queue.splice(0, batchSize);
    if (this.#isDue && this.#queue.length === 0) {
      this.#queue.push(...(await this.#recent()).filter((id) => !this.#sent.has(id)));
      this.#isDue = false;
      this.#forgetOld();
    }
    return this.#queue.length > 0;
  }

  async #recent(): Promise<string[]> {
    const rows = await this.#database.query<{ id: string }>(
      `select id from realtime.messages
        where inserted_at > localtimestamp - make_interval(secs => ${recentSeconds}) and extension = 'broadcast'
        order by inserted_at, id`,
      [],
      { readOnly: true },
    );
    return rows.map(({ id }) => id);
  }

  #flush(rows: Row[]): void {
    for (const row of rows) {
      if (this.#sent.has(row.id)) continue;
      this.#sent.set(row.id, Date.now());
      const topicKey = { topic: row.topic, private: row.private === true };
      const meta = JSON.stringify({ id: row.id });
      this.#registry.deliver(topicKey, { event: row.event ?? '', payload: row.payload ?? '{}', meta });
    }
  }

  #forgetOld(): void {
    const longAgo = Date.now() - 2 * recentSeconds * 1000;
    for (const [id, at] of this.#sent) if (at < longAgo) this.#sent.delete(id);
  }
}
