import type { Database, Load, RawResult, RunOptions, Statement, Transaction } from './database.ts';
import { DEFAULT_LANE, type Lane } from './lanes.ts';
import { queryRows } from './query-rows.ts';
import { ReadReplica } from './read-replica.ts';

export interface ReplicatedOptions {
  primary: Database;
  /** A further connection to the primary, which asks how much it has written. */
  observer: Database;
  openReplica(): Promise<Database>;
  report(message: string): void;
}

/** What people read. The server's own reads decide about writes that follow, so they stay on the primary. */
const READING_LANES: readonly Lane[] = ['api', 'page'];

/** A primary with a replica, which takes reads from it. Writes, transactions and notifications are the primary's alone. */
export class ReplicatedDatabase implements Database {
  readonly kind = 'postgres';
  readonly #primary: Database;
  readonly #observer: Database;
  readonly #replica: ReadReplica;
  readonly #reads = { primary: 0, replica: 0 };

  constructor({ primary, observer, openReplica, report }: ReplicatedOptions) {
    this.#primary = primary;
    this.#observer = observer;
    this.#replica = new ReadReplica({ primary: observer, open: openReplica, report });
  }

  async run(statements: readonly Statement[], options: RunOptions = {}): Promise<RawResult[]> {
    if (!isRead(options)) return this.#primary.run(statements, options);
    // What failed there is repeated here, whatever the reason was.
    const results = await this.#replica.read(statements, options);
    this.#reads[results ? 'replica' : 'primary'] += 1;
    return results ?? this.#primary.run(statements, options);
  }

  query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options?: RunOptions,
  ): Promise<Row[]> {
    return queryRows(this, text, values, options);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, lane?: Lane): Promise<T> {
    return this.#primary.transaction(work, lane);
  }

  listen(
    channel: string,
    onNotification: (payload: string) => void,
    missed?: () => void,
    lost?: () => void,
  ): Promise<() => Promise<void>> {
    return this.#primary.listen(channel, onNotification, missed, lost);
  }

  load(): Load {
    const loads = [this.#primary.load(), this.#replica.load()];
    const sum = (what: 'running' | 'waiting') => loads.reduce((total, load) => total + load[what], 0);
    const { lagSeconds } = this.#replica;
    return {
      running: sum('running'),
      waiting: sum('waiting'),
      replica: { lagSeconds, reads: { ...this.#reads } },
    };
  }

  async close(): Promise<void> {
    await this.#replica.close();
    await this.#observer.close();
    await this.#primary.close();
  }
}

function isRead({ readOnly, rollback, lane = DEFAULT_LANE }: RunOptions): boolean {
  return readOnly === true && rollback !== true && READING_LANES.includes(lane);
}
