import type { Database } from '../database/database.ts';
import { findIfPublic, type ObjectRow } from './object-rows.ts';

const MOST = 1000;

/**
 * What everybody may read, remembered for a moment: whoever plays a film asks for the same object many times a second.
 * Our own writes empty the memory; what another process changes is seen within `ms`.
 */
export class PublicRows {
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
    // Something was written while we asked: we may have been told of the time before.
    if (row && generation === this.#generation) {
      if (this.#rows.size >= MOST) this.#rows.clear();
      this.#rows.set(path, { row, until });
    }
    return row;
  }

  forget(): void {
    this.#generation += 1;
    this.#rows.clear();
  }
}
