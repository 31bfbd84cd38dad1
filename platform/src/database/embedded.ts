import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Backups } from './backups.ts';
import { Channels, quotedChannel } from './channels.ts';
import { claimDataFolder, type DataFolder, fullDisk } from './data-folder.ts';
import type { Database, Load, RawResult, RunOptions, Statement, Transaction } from './database.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { DatabaseError, DatabaseUnavailable, StartRefused } from './errors.ts';
import { Housekeeping } from './maintenance.ts';
import { runInSession, sessionSettings, transactInSession } from './session.ts';
import { Turns } from './turns.ts';
import { toRows, toValue } from './values.ts';

export interface EmbeddedOptions {
  /** Where the database lives; made when it is not there. No other process can open it meanwhile. */
  folder: string;
  /** A tar (a backup, for example) that a folder without a database starts from. */
  template?: string;
  /** How long the statements of one `run` or `query` may take together. */
  timeoutMs?: number;
  /** How long a statement inside a transaction may take. */
  transactionTimeoutMs?: number;
  /** Dumps into `folder` (by default `backups` beside the database's) so often, and keeps so many. */
  backups?: { folder?: string; everyMs: number; keep: number };
  /** Told in a sentence what went wrong behind the scenes. */
  report?: (sentence: string) => void;
}

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** Dumps the whole database into a file and returns its path. */
  backup(): Promise<string>;
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === 'embedded' && 'backup' in database;
}

/** Nobody reads PGlite's log but the thread's watch for its end. */
const quietLog = `select set_config('log_min_messages', 'fatal', false)`;
const dumpingMs = 300_000;
const housekeepingMs = 60_000;
const shortestWaitMs = 250;
const longestWaitMs = 30_000;

/** PGlite on disk, in a worker thread, behind the guards that it does not bring itself. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const data = claimDataFolder(options.folder, options.template);
  const database = new PgliteDatabase(options, data);
  try {
    await database.open();
  } catch (error) {
    await database.close();
    throw new StartRefused((error as Error).message, { cause: error });
  }
  return database;
}

class PgliteDatabase implements EmbeddedDatabase {
  readonly kind = 'embedded';
  readonly #folder: string;
  readonly #data: DataFolder;
  readonly #timeoutMs: number;
  readonly #transactionTimeoutMs: number;
  readonly #report: (sentence: string) => void;
  readonly #backups: Backups;
  readonly #turns = new Turns<EmbeddedSession>();
  readonly #channels = new Channels();
  readonly #stopped = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Backups on their way to the disk. */
  readonly #writing = new Set<Promise<string>>();
  #engine: EmbeddedEngine | undefined;
  #reopening: Promise<void> | undefined;
  /** Why requests are turned away at once: it did not come back at the first try. */
  #down: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: EmbeddedOptions, data: DataFolder) {
    const {
      folder,
      timeoutMs = 15_000,
      transactionTimeoutMs = 300_000,
      backups,
      report = () => {},
    } = options;
    this.#folder = folder;
    this.#data = data;
    this.#timeoutMs = timeoutMs;
    this.#transactionTimeoutMs = transactionTimeoutMs;
    this.#report = report;
    this.#backups = new Backups(backups?.folder ?? join(dirname(folder), 'backups'), backups?.keep ?? 7);
    const housekeeping = new Housekeeping(this);
    this.#every(housekeepingMs, 'Housekeeping in the database', () => housekeeping.run());
    if (backups !== undefined) this.#every(backups.everyMs, 'A backup of the database', () => this.backup());
  }

  async open(): Promise<void> {
    try {
      await this.#openEngine();
    } catch (error) {
      throw new DatabaseUnavailable(this.#explained((error as Error).message), { cause: error });
    }
  }

  async #openEngine(): Promise<void> {
    const engine = await EmbeddedEngine.open(this.#data.files);
    this.#engine = engine;
    const session = new EmbeddedSession(engine, (channel, payload) => this.#channels.tell(channel, payload));
    const listen = this.#channels.names().map((channel) => ({ text: `listen ${quotedChannel(channel)}` }));
    try {
      const settings = [{ text: sessionSettings }, { text: quietLog }, ...listen];
      await runInSession(session, settings, { timeoutMs: this.#timeoutMs });
    } catch (error) {
      engine.break('its session could not be set up');
      await engine.ended;
      throw error;
    }
    engine.onLost = (reason) => this.#lost(engine, reason);
    this.#down = undefined;
    this.#turns.give(session);
  }

  run(statements: readonly Statement[], options: RunOptions = {}): Promise<RawResult[]> {
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    return this.#turn((session) => runInSession(session, statements, { ...options, timeoutMs }));
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options?: RunOptions,
  ): Promise<Row[]> {
    const [result] = await this.run([{ text, values: values.map(toValue) }], options);
    return result === undefined ? [] : toRows<Row>(result);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#turn((session) => transactInSession(session, this.#transactionTimeoutMs, work));
  }

  async listen(
    channel: string,
    hear: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>> {
    const quoted = quotedChannel(channel);
    const stop = this.#channels.add(channel, hear, missed);
    try {
      await this.run([{ text: `listen ${quoted}` }]);
    } catch (error) {
      stop();
      throw error;
    }
    return async () => {
      if (!stop() || this.#closing !== undefined) return;
      // A database that is not there has nothing to undo: it comes back with what is wanted then.
      await this.run([{ text: `unlisten ${quoted}` }]).catch(() => {});
    };
  }

  async backup(): Promise<string> {
    const making = this.#makeBackup();
    this.#writing.add(making);
    return making.finally(() => this.#writing.delete(making));
  }

  async #makeBackup(): Promise<string> {
    const tar = await this.#turn(async (session) => {
      await runInSession(session, [{ text: 'checkpoint' }], { timeoutMs: dumpingMs });
      return session.engine.dump(dumpingMs);
    });
    return this.#backups.add(tar);
  }

  load(): Load {
    return this.#turns.load();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopped.abort();
    await this.#reopening;
    await this.#turns.idle();
    await this.#engine?.close();
    await Promise.allSettled(this.#writing);
    this.#data.lock.release();
  }

  async #turn<T>(work: (session: EmbeddedSession) => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) throw new DatabaseUnavailable('the database is closed');
    if (this.#down !== undefined) throw new DatabaseUnavailable(this.#down);
    try {
      return await this.#turns.take(work);
    } catch (error) {
      throw this.#unavailableIfFull(error);
    }
  }

  #lost(engine: EmbeddedEngine, reason: string): void {
    const sentence = this.#explained(reason);
    this.#report(`${sentence} It is opened again.`);
    this.#turns.withdraw(new DatabaseUnavailable(sentence));
    this.#reopening = engine.ended.then(() => this.#reopen());
  }

  /** At once, and then ever more slowly while it does not open. */
  async #reopen(): Promise<void> {
    const { signal } = this.#stopped;
    for (
      let waitMs = 0;
      !signal.aborted;
      waitMs = Math.min(Math.max(2 * waitMs, shortestWaitMs), longestWaitMs)
    ) {
      try {
        await sleep(waitMs, undefined, { signal });
        await this.open();
        this.#channels.notifyMissed();
        return;
      } catch (error) {
        if (signal.aborted) break;
        this.#down = (error as Error).message;
        this.#report(this.#down);
        this.#turns.withdraw(new DatabaseUnavailable(this.#down));
      }
    }
    this.#turns.withdraw(new DatabaseUnavailable('the database is closed'));
  }

  #explained(reason: string): string {
    return isFullDisk(reason)
      ? fullDisk(this.#folder)
      : `The database in ${this.#folder} does not answer: ${reason}.`;
  }

  /** A full disk is nothing the statement could have done better. */
  #unavailableIfFull(error: unknown): unknown {
    const diskFull = error instanceof DatabaseError && error.code === '53100';
    if (!diskFull && !(error instanceof DatabaseUnavailable && isFullDisk(error.message))) return error;
    return new DatabaseUnavailable(fullDisk(this.#folder), { cause: error });
  }

  /** Never twice at once, however long it takes. */
  #every(ms: number, what: string, work: () => Promise<unknown>): void {
    let running = false;
    const attempt = async (): Promise<void> => {
      if (running) return;
      running = true;
      await work().catch((error: Error) => this.#report(`${what} failed: ${error.message}`));
      running = false;
    };
    this.#timers.push(setInterval(() => void attempt(), ms).unref());
  }
}

function isFullDisk(reason: string): boolean {
  return /no space left on device|disk quota exceeded/i.test(reason);
}
