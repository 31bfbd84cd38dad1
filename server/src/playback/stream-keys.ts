import type { Database } from '@lakou/platform/database';

const MAX_KEYS = 1000;

/** Keys from the database: they are not stored beside the segments. A stream's key never changes. */
export class StreamKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(database: Database) {
    this.#database = database;
  }

  async find(stream: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const known = this.#keys.get(stream);
    if (known) return known;
    const [row] = await this.#database.query<{ encryption_key: Buffer }>(
      'select encryption_key from private.streams where id = $1',
      [stream],
    );
    if (!row) return undefined;
    const key = new Uint8Array(row.encryption_key);
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(stream, key);
    return key;
  }
}
