import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, RawResult, RunOptions, Statement } from './database.ts';
import { DatabaseUnavailable } from './errors.ts';
import { SharedQuestion } from './shared-question.ts';
import { positionIn, replayed, type WalPosition } from './wal-position.ts';

/** So long a read waits for the replica to get what the primary has. */
const CATCH_UP_MS = 50;
const PAUSE_MS = 2;

/** One pool of connections to a replica, until it is lost. */
export class ReplicaLink {
  readonly database: Database;
  readonly #state: SharedQuestion<WalPosition>;
  /** A race against one long-lived promise would keep every read in memory. */
  readonly #waiting = new Set<(reason: unknown) => void>();
  #isLost = false;
  #replayed: WalPosition = 0;

  constructor(database: Database) {
    this.database = database;
    this.#state = new SharedQuestion(async () => {
      const [result] = await database.run([replayed], { timeoutMs: 1_000 });
      const position = positionIn(result);
      if (position === undefined) throw new DatabaseUnavailable('it is not a replica, or no longer one');
      this.#replayed = Math.max(this.#replayed, position);
      return position;
    });
  }

  /** It cannot be used any more; somebody has to call `giveUp`. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** How far the replica is. */
  look(): Promise<WalPosition> {
    return this.#whileThere(this.#state.ask());
  }

  /** Whether the replica has everything up to this position, at once or after a short while. */
  async catchUp(position: WalPosition): Promise<boolean> {
    const end = performance.now() + CATCH_UP_MS;
    while (this.#replayed < position) {
      if ((await this.look()) >= position) break;
      if (performance.now() > end) return false;
      await sleep(PAUSE_MS);
    }
    return true;
  }

  /** Undefined: who answered lacks something up to this position. */
  async run(
    statements: readonly Statement[],
    options: RunOptions,
    position: WalPosition,
  ): Promise<RawResult[] | undefined> {
    // Asked in the same transaction: one address can lead to several replicas, and a replica can be promoted.
    const work = this.database.run([replayed, ...statements], options);
    const [state, ...results] = await this.#whileThere(work);
    const reached = positionIn(state);
    return reached !== undefined && reached >= position ? results : undefined;
  }

  /** All who wait for it get the reason at once. */
  giveUp(reason: unknown): void {
    this.#isLost = true;
    for (const reject of this.#waiting) reject(reason);
    this.database.close().catch(() => {});
  }

  async #whileThere<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.add(reject);
    work.then(resolve, reject);
    try {
      return await promise;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#isLost = true;
      throw error;
    } finally {
      this.#waiting.delete(reject);
    }
  }
}

/** Throws unless the replica was copied from this primary: another one's rows must not be shown. */
export async function refuseForeign(primary: Database, replica: Database): Promise<void> {
  const identify = (database: Database) => database.query<{ id: string }>(identity);
  const [[own], [copy]] = await Promise.all([identify(primary), identify(replica)]);
  if (own?.id !== copy?.id) throw new DatabaseUnavailable('it is no copy of the database at DATABASE_URL');
}

const identity = `select concat_ws(' ', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database())) as id`;
