import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { type ChangeNotice, parseMessage } from './change-notice.ts';
import { FINGERPRINT } from './source-queries.ts';

export interface CacheStats {
  name: string;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
}

interface Follower {
  onNotice(notice: ChangeNotice): void;
  /** Anything may have changed. */
  forgetAll(): void;
  stats(): CacheStats;
}

const CHANNEL = 'table_changes';
/** What is older than this is not sent to anybody, unless it is known that it has not changed. */
export const FRESH_MS = 1000;
const PING_EVERY_MS = 400;
/** After this time without use no more pings are sent. */
const IDLE_MS = 2000;
const PING = {
  name: 'change notices ping',
  text: `select platform.send_collected_notices(), pg_notify($1, $2), fingerprint from (${FINGERPRINT}) as schema`,
};

/**
 * Which tables changed, as the database reports it after each commit. PostgreSQL delivers notifications in the order of
 * the commits, so when a ping of our own comes back, everything is known that was committed before it was sent.
 */
export class ChangeNotices {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #followers = new Set<Follower>();
  /** Of pings under way, by id. Nobody can guess one. */
  readonly #echoes = new Map<string, () => void>();
  #fingerprint: string | undefined;
  #onSchemaChange: () => void = () => {};
  #stopListening: (() => Promise<void>) | undefined;
  #isListening = true;
  /** Another one after each moment in which notices may have been lost. */
  #epoch = 0;
  #knownUntil = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #pinging: Promise<void> | undefined;
  /** The last ping did not come back: nobody waits for the next. */
  #isSilent = false;

  private constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  static async start(database: Database, now = () => performance.now()): Promise<ChangeNotices> {
    const notices = new ChangeNotices(database, now);
    const [schema] = await database.query<{ fingerprint: string }>(FINGERPRINT);
    notices.#fingerprint = schema?.fingerprint;
    notices.#stopListening = await database.listen(
      CHANNEL,
      (payload) => notices.#receive(payload),
      () => notices.#resume(),
      () => notices.#lose(),
    );
    return notices;
  }

  now(): number {
    return this.#now();
  }

  follow(follower: Follower): void {
    this.#followers.add(follower);
  }

  /** Called after changes of tables, views, functions, policies or grants, when everything is forgotten. */
  onSchemaChange(listener: () => void): void {
    this.#onSchemaChange = listener;
  }

  /** Of all caches that follow. */
  stats(): CacheStats[] {
    return [...this.#followers].map((follower) => follower.stats());
  }

  /** Whether everything that was committed more than a second ago has been heard of. */
  isCurrent(): boolean {
    this.#usedAt = this.#now();
    if (this.#timer === undefined) this.#keepPinging();
    return this.#knownUntil > this.#usedAt - FRESH_MS;
  }

  /** The same, after asking the database if necessary. */
  async confirm(): Promise<boolean> {
    if (this.isCurrent() || this.#isSilent) return this.isCurrent();
    await Promise.race([this.#ping(), sleep(FRESH_MS, undefined, { ref: false })]);
    return this.isCurrent();
  }

  forgetAll(): void {
    this.#epoch += 1;
    this.#knownUntil = Number.NEGATIVE_INFINITY;
    for (const follower of this.#followers) follower.forgetAll();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#lose();
    await this.#stopListening?.();
  }

  #keepPinging(): void {
    this.#timer = setInterval(() => {
      if (this.#now() - this.#usedAt < IDLE_MS) return void this.#ping();
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, PING_EVERY_MS).unref();
    void this.#ping();
  }

  /** One at a time. Resolves when it is back, or when it is too late for it. */
  #ping(): Promise<void> {
    this.#pinging ??= this.#sendPing().finally(() => {
      this.#pinging = undefined;
    });
    return this.#pinging;
  }

  async #sendPing(): Promise<void> {
    if (!this.#isListening) return;
    const [id, sentAt, epoch] = [randomUUID(), this.#now(), this.#epoch];
    const { promise: echo, resolve } = Promise.withResolvers<boolean>();
    this.#echoes.set(id, () => resolve(true));
    const timer = setTimeout(() => resolve(false), FRESH_MS).unref();
    try {
      const values = [CHANNEL, JSON.stringify({ ping: id })];
      const [answer] = await this.#database.run([{ ...PING, values }], { lane: 'playback' });
      this.#isSilent = !(await echo);
      if (epoch !== this.#epoch || this.#isSilent) return;
      this.#confirmUntil(sentAt, String(answer?.rows[0]?.[2]));
    } catch {
      // Until one comes back, nothing is sent that is older than a second.
    } finally {
      clearTimeout(timer);
      this.#echoes.delete(id);
    }
  }

  #confirmUntil(sentAt: number, fingerprint: string): void {
    const isSame = this.#fingerprint === fingerprint;
    this.#fingerprint = fingerprint;
    if (isSame) {
      this.#knownUntil = Math.max(this.#knownUntil, sentAt);
    } else {
      this.forgetAll();
      this.#onSchemaChange();
    }
  }

  #receive(payload: string): void {
    const message = parseMessage(payload);
    if (message?.kind === 'ping') this.#echoes.get(message.id)?.();
    if (message?.kind === 'change') for (const follower of this.#followers) follower.onNotice(message.notice);
  }

  #lose(): void {
    this.#isListening = false;
    this.forgetAll();
  }

  #resume(): void {
    this.forgetAll();
    this.#isListening = true;
  }
}
