import type { Database } from '../database/database.ts';
import { findIfPublic, type ObjectRow } from './object-rows.ts';

const MAX_ENTRIES = 1000;

/**
 * Rows of public objects, cached for `ms`: a player requests the same object many times a second. Writes of this process
 * clear the cache; changes by another process show within `ms`.
 */
export class PublicObjectCache {
  readonly #database: Database;
  readonly #ms: number;
  readonly #rows = new Map<string, { row: ObjectRow; until: number }>();
  #generation = 0;

  constructor(database: Database, ms: number) {
    this.#database = database;
    this.#ms = ms;
  }

  /** `undefined`: the bucket is not public. */
  async find(bucket: string, name: string): Promise<ObjectRow | undefined> {
    const path = `${bucket}/${name}`;
    const known = this.#rows.get(path);
    if (known && known.until > performance.now()) return known.row;
    const generation = this.#generation;
    const until = performance.now() + this.#ms;
    const row = await findIfPublic(this.#database, bucket, name);
    // Something was written during the query, so its result may be outdated.
    if (row && generation === this.#generation) {
      if (this.#rows.size >= MAX_ENTRIES) this.#rows.clear();
      this.#rows.set(path, { row, until });
    }
    return row;
  }

  forget(): void {
    this.#generation += 1;
    this.#rows.clear();
  }
}
