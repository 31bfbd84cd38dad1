import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Load, RawResult, RunOptions, Statement } from './database.ts';
import { DatabaseUnavailable } from './errors.ts';
import { ReplicaLag } from './replica-lag.ts';
import { ReplicaLink, refuseForeign } from './replica-link.ts';
import type { SharedQuestion } from './shared-question.ts';
import { askWritten, type WalPosition } from './wal-position.ts';

export interface ReplicaOptions {
  /** For questions about the write-ahead log: calls of others do not keep them waiting. */
  primary: Database;
  open(): Promise<Database>;
  report(message: string): void;
}

/** A replica further behind is not read from. */
const MOST_LAG_SECONDS = 1;
const LOOK_EVERY_MS = 250;
/** A replica that does not answer for this long is given up, with the reads that wait for it. */
const ANSWER_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * A streaming replica that answers as the primary would: it has everything that was acknowledged before the read began.
 * Whatever is wrong with it, `read` returns undefined, and the primary answers.
 */
export class ReadReplica {
  readonly #options: ReplicaOptions;
  readonly #written: SharedQuestion<WalPosition>;
  readonly #stopped = new AbortController();
  #link: ReplicaLink | undefined;
  #lag = new ReplicaLag();
  #lagSeconds: number | undefined;
  #isBehind = true;
  #isReported = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#written = askWritten(options.primary, ANSWER_MS);
    void this.#keepLooking();
  }

  /** Undefined while the replica is lost. */
  get lagSeconds(): number | undefined {
    return this.#lagSeconds;
  }

  load(): Load {
    return this.#link?.database.load() ?? { running: 0, waiting: 0 };
  }

  async read(statements: readonly Statement[], options: RunOptions): Promise<RawResult[] | undefined> {
    const link = this.#link;
    if (link === undefined || this.#isBehind) return undefined;
    try {
      // Asked after the read began: it is behind every write that the reader can know of, made by anybody at any process.
      const written = await this.#written.ask();
      if (await link.catchUp(written)) return await link.run(statements, options, written);
      this.#isBehind = true;
    } catch (error) {
      if (link.isLost) this.#lose(link, error);
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#link?.database.close();
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#stopped;
    let pauseMs = LOOK_EVERY_MS;
    while (!signal.aborted) {
      const isThere = await this.#look();
      pauseMs = isThere ? LOOK_EVERY_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Returns whether the replica is there. */
  async #look(): Promise<boolean> {
    const link = this.#link ?? (await this.#connect());
    if (link === undefined) return false;
    try {
      const written = await this.#written.ask().catch(() => undefined);
      const replayed = await within(ANSWER_MS, link.look());
      // Without the primary nothing can be said about how far its replica is.
      if (written === undefined) return true;
      this.#lagSeconds = this.#lag.measure(performance.now(), written, replayed);
      this.#isBehind = this.#lagSeconds >= MOST_LAG_SECONDS || !(await link.catchUp(written));
      return true;
    } catch (error) {
      this.#lose(link, error);
      return false;
    }
  }

  async #connect(): Promise<ReplicaLink | undefined> {
    const { primary, open, report } = this.#options;
    let database: Database | undefined;
    try {
      database = await open();
      await refuseForeign(primary, database);
      const link = new ReplicaLink(database);
      await link.look();
      this.#stopped.signal.throwIfAborted();
      if (this.#isReported) report('The read replica is used again.');
      this.#isReported = false;
      this.#lag = new ReplicaLag();
      this.#link = link;
      return link;
    } catch (error) {
      await database?.close();
      this.#reportOnce(error);
      return undefined;
    }
  }

  #lose(link: ReplicaLink, error: unknown): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#lagSeconds = undefined;
    this.#isBehind = true;
    link.giveUp(error);
    this.#reportOnce(error);
  }

  #reportOnce(error: unknown): void {
    if (this.#isReported || this.#stopped.signal.aborted) return;
    this.#isReported = true;
    const reason = (error as Error).message.replace(/\.$/, '');
    this.#options.report(`The primary answers all reads until the read replica is back: ${reason}.`);
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseUnavailable(`it has not answered for ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
