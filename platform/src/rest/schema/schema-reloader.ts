import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { TaskLoop } from '../../scheduling/task-loop.ts';
import { introspect } from './introspect.ts';
import type { SchemaCache } from './schema-cache.ts';

/** The channel PostgREST listens on: `notify pgrst, 'reload schema'`. An event trigger sends it after changes of the schema. */
const CHANNEL = 'pgrst';
/** After a notification, reading rests this many times as long as it took: every role of the database can send one. */
const REST_TIMES = 9;
const MOST_REST_MS = 3_000;

export interface ReloaderOptions {
  schemas: readonly string[];
  extraSearchPath: readonly string[];
  /** Called when the schema has been read again. */
  onReload?: () => void;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Holds the schema cache and reloads it on notification. Running requests keep theirs. */
export class SchemaReloader {
  readonly #read: () => Promise<SchemaCache>;
  readonly #onReload: () => void;
  readonly #notified: TaskLoop;
  readonly #closed = new AbortController();
  #current: SchemaCache;
  #reading: Promise<void> | undefined;
  #again = false;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(read: () => Promise<SchemaCache>, current: SchemaCache, options: ReloaderOptions) {
    const { onReload = () => {}, pause = pauseUnlessClosed } = options;
    this.#read = read;
    this.#current = current;
    this.#onReload = onReload;
    const reloadAndRest = async (): Promise<boolean> => {
      const startedAt = performance.now();
      await this.reload();
      const restMs = Math.min(REST_TIMES * (performance.now() - startedAt), MOST_REST_MS);
      await pause(restMs, this.#closed.signal);
      return false;
    };
    // After a failure the old cache stays until the next notification.
    this.#notified = new TaskLoop(reloadAndRest, () => {});
  }

  static async start(database: Database, options: ReloaderOptions): Promise<SchemaReloader> {
    const read = () => introspect(database, options.schemas, options.extraSearchPath);
    const reloader = new SchemaReloader(read, await read(), options);
    const reload = () => reloader.reloadSoon();
    // 'reload config' as well: of a role's settings nobody else tells.
    reloader.#stopListening = await database.listen(CHANNEL, reload, reload);
    return reloader;
  }

  current(): SchemaCache {
    return this.#current;
  }

  /** At once, or after a rest when the schema has just been read. */
  reloadSoon(): void {
    this.#notified.kick();
  }

  /** Resolves when all changes before the call are in the cache. */
  async reload(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      await this.#reading.catch(() => {});
      return this.#again ? this.reload() : (this.#reading ?? Promise.resolve());
    }
    this.#again = false;
    this.#reading = this.#read().then((cache) => {
      this.#current = cache;
      this.#onReload();
    });
    try {
      await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#stopListening?.();
    await this.#notified.close();
  }
}

async function pauseUnlessClosed(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}
