import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Backups } from './backups.ts';
import { claimDataFolder, type DataFolder, fullDisk } from './data-folder.ts';
import type {
  Database,
  Load,
  OnAnswered,
  RawResult,
  RunOptions,
  Statement,
  Transaction,
} from './database.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { EmbeddedSession } from './embedded-session.ts';
import { DatabaseError, DatabaseFull, DatabaseUnavailable, StartRefused } from './errors.ts';
import { LaneQueue, type Preemption } from './lane-queue.ts';
import { DEFAULT_LANE, inLane, type Lane } from './lanes.ts';
import { DatabaseMaintenance } from './maintenance.ts';
import { NotificationListeners, quotedChannel } from './notification-listeners.ts';
import { queryRows } from './query-rows.ts';
import { runInSession, sessionSettings, transactInSession } from './session.ts';
import { TimeSlices } from './time-slices.ts';

export interface EmbeddedOptions {
  /** The database's folder, created if missing and locked against other processes. */
  folder: string;
  /** A tar (such as a backup) to create a new database from. */
  template?: string;
  /** Commits are on the disk before they are answered, so that a power cut loses none. Default: yes. */
  synced?: boolean;
  /** Time limit for all statements of one `run` or `query`. */
  timeoutMs?: number;
  /** Time limit for a statement inside a transaction. */
  transactionTimeoutMs?: number;
  /** Dumps into `folder` (default: `backups` beside the database) every `everyMs` and stores the newest `keep`. */
  backups?: { folder?: string; everyMs: number; keep: number };
  onAnswered?: OnAnswered | undefined;
  /** Receives failures in the background, for the log. */
  report?: (message: string) => void;
}

export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** Dumps the whole database into a file and returns its path. */
  backup(): Promise<string>;
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === 'embedded' && 'backup' in database;
}

/** PGlite's log is only read to notice a PANIC. */
const quietLog = `select set_config('log_min_messages', 'fatal', false)`;
const dumpingMs = 300_000;
const maintenanceMs = 60_000;
const minWaitMs = 250;
const maxWaitMs = 30_000;

/** PGlite on disk, in a worker thread, with folder lock, time limits, recovery and backups. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const data = await claimDataFolder(options);
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
  readonly #onAnswered: OnAnswered | undefined;
  readonly #report: (message: string) => void;
  readonly #backups: Backups;
  readonly #turns = new LaneQueue<EmbeddedSession>();
  readonly #slices = new TimeSlices<EmbeddedSession>();
  readonly #notificationListeners = new NotificationListeners();
  readonly #stopped = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Backups being written. */
  readonly #writing = new Set<Promise<string>>();
  #engine: EmbeddedEngine | undefined;
  #reopening: Promise<void> | undefined;
  /** Why requests are refused at once: reopening has failed. */
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
    this.#onAnswered = options.onAnswered;
    this.#report = report;
    this.#backups = new Backups(backups?.folder ?? join(dirname(folder), 'backups'), backups?.keep ?? 7);
    const maintenance = new DatabaseMaintenance(inLane(this, 'maintenance'));
    this.#every(maintenanceMs, 'Maintenance of the database', () => maintenance.run());
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
    const engine = await EmbeddedEngine.open({ files: this.#data.files, synced: this.#data.synced });
    this.#engine = engine;
    const session = new EmbeddedSession(engine, (channel, payload) =>
      this.#notificationListeners.notify(channel, payload),
    );
    const listen = this.#notificationListeners
      .names()
      .map((channel) => ({ text: `listen ${quotedChannel(channel)}` }));
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
    const { lane = DEFAULT_LANE, timeoutMs = this.#timeoutMs } = options;
    const onAnswered = this.#onAnswered;
    const attempt = (limitMs: number, preemption?: Preemption<EmbeddedSession>) =>
      this.#turn(
        lane,
        (session) => runInSession(session, statements, { ...options, timeoutMs: limitMs, onAnswered }),
        preemption,
      );
    if (lane !== 'api') return attempt(timeoutMs);
    return this.#slices.run({ attempt, timeoutMs, finishes: options.as?.role !== 'anon' });
  }

  query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options?: RunOptions,
  ): Promise<Row[]> {
    return queryRows(this, text, values, options);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>, lane = DEFAULT_LANE): Promise<T> {
    return this.#turn(lane, (session) =>
      transactInSession(session, this.#transactionTimeoutMs, work, this.#onAnswered),
    );
  }

  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    missed?: () => void,
    lost?: () => void,
  ): Promise<() => Promise<void>> {
    const quoted = quotedChannel(channel);
    const stop = this.#notificationListeners.add(channel, onNotification, missed, lost);
    try {
      await this.run([{ text: `listen ${quoted}` }]);
    } catch (error) {
      stop();
      throw error;
    }
    return async () => {
      if (!stop() || this.#closing !== undefined) return;
      // If the database is down there is nothing to undo: it reopens with the current listeners.
      await this.run([{ text: `unlisten ${quoted}` }]).catch(() => {});
    };
  }

  async backup(): Promise<string> {
    const making = this.#makeBackup();
    this.#writing.add(making);
    return making.finally(() => this.#writing.delete(making));
  }

  async #makeBackup(): Promise<string> {
    const tar = await this.#turn('maintenance', async (session) => {
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

  async #turn<T>(
    lane: Lane,
    work: (session: EmbeddedSession) => Promise<T>,
    preemption?: Preemption<EmbeddedSession>,
  ): Promise<T> {
    if (this.#closing !== undefined) throw new DatabaseUnavailable('the database is closed');
    if (this.#down !== undefined) throw new DatabaseUnavailable(this.#down);
    try {
      return await this.#turns.take(lane, work, preemption);
    } catch (error) {
      throw this.#unavailableIfFull(error);
    }
  }

  #lost(engine: EmbeddedEngine, reason: string): void {
    const message = this.#explained(reason);
    this.#notificationListeners.notifyLost();
    this.#report(`${message} It is opened again.`);
    this.#turns.withdraw(new DatabaseUnavailable(message));
    this.#reopening = engine.ended.then(() => this.#reopen());
  }

  /** Tries at once, then with growing intervals. */
  async #reopen(): Promise<void> {
    const { signal } = this.#stopped;
    for (let waitMs = 0; !signal.aborted; waitMs = Math.min(Math.max(2 * waitMs, minWaitMs), maxWaitMs)) {
      try {
        await sleep(waitMs, undefined, { signal });
        await this.open();
        this.#notificationListeners.notifyMissed();
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

  /** A full disk is a failure of the server, not of the statement. */
  #unavailableIfFull(error: unknown): unknown {
    const diskFull = error instanceof DatabaseError && error.code === '53100';
    if (!diskFull && !(error instanceof DatabaseUnavailable && isFullDisk(error.message))) return error;
    return new DatabaseFull(fullDisk(this.#folder), { cause: error });
  }

  /** Skips a run while the previous one is not finished. */
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
