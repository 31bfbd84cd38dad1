import type { Database } from '../../database/database.ts';
import { introspect } from './introspect.ts';
import type { SchemaCache } from './schema-cache.ts';

/** The channel PostgREST listens on: `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';

/** Holds the schema cache and reads it again when told to. Requests meanwhile use the one they have. */
export class SchemaKeeper {
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
  ): Promise<SchemaKeeper> {
    const read = () => introspect(database, schemas, extraSearchPath);
    const keeper = new SchemaKeeper(read, await read());
    // A failed reading keeps the old cache; the next notification tries again.
    const reload = () => void keeper.reload().catch(() => {});
    const hear = (payload: string) => payload !== 'reload config' && reload();
    keeper.#stopListening = await database.listen(CHANNEL, hear, reload);
    return keeper;
  }

  current(): SchemaCache {
    return this.#current;
  }

  /** Resolves when everything that had been changed before the call is in the cache. */
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
