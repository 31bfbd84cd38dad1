import type { Database } from '../../database/database.ts';
import { introspect } from './introspect.ts';
import type { SchemaCache } from './schema-cache.ts';

/** The channel PostgREST listens on: `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';

/** Holds the schema cache and reloads it on notification. Running requests keep theirs. */
export class SchemaReloader {
  readonly #read: () => Promise<SchemaCache>;
  #current: SchemaCache;
  #reading: Promise<void> | undefined;
  #again = false;
  #stopListening: (() => Promise<void>) | undefined;

  private constructor(read: () => Promise<SchemaCache>, current: SchemaCache) {
    this.#read = read;
    this.#current = current;
  }

  static async start(
    database: Database,
    schemas: readonly string[],
    extraSearchPath: readonly string[],
  ): Promise<SchemaReloader> {
    const read = () => introspect(database, schemas, extraSearchPath);
    const reloader = new SchemaReloader(read, await read());
    // After a failure the old cache stays until the next notification.
    const reload = () => void reloader.reload().catch(() => {});
    const onNotification = (payload: string) => payload !== 'reload config' && reload();
    reloader.#stopListening = await database.listen(CHANNEL, onNotification, reload);
    return reloader;
  }

  current(): SchemaCache {
    return this.#current;
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
    });
    try {
      await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
  }
}
