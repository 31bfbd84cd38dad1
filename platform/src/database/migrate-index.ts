import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';

/*
 * Indexes of large tables are made concurrently: writers go on meanwhile. PostgreSQL does that outside of transactions only,
 * and leaves an invalid index behind when it fails.
 */

const create =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([\w.]+)\s+on\s+(?:only\s+)?([\w.]+)/i;
const drop = /^drop\s+index\s+concurrently\s+if\s+exists\s/i;

/** An index of hundreds of millions of rows takes hours. */
const LONGEST_MS = 24 * 3_600_000;
const PAUSE_MS = 1_000;
const MOST_TRIES = 120;
/**
 * What PostgreSQL ends one of two with that make or drop the same index: a deadlock, "tuple concurrently updated" (an internal
 * error), or that it is already there or no longer.
 */
const IN_THE_WAY = new Set(['40P01', 'XX000', '42P07', '42704']);

export function isIndexStatement(text: string): boolean {
  return create.test(text) || drop.test(text);
}

/** Makes or drops an index, whatever an earlier try or another process has done. */
export async function runIndexStatement(database: Database, text: string): Promise<void> {
  const [, name = '', table = ''] = create.exec(text) ?? [];
  // An index is in the schema of its table.
  const index = [...table.split('.').slice(0, -1), name].join('.');
  for (let triesLeft = MOST_TRIES; ; triesLeft -= 1) {
    try {
      if (name) await removeInvalid(database, index);
      await database.run([{ text }], { isAlone: true, timeoutMs: LONGEST_MS });
      // Where another process was ended while it made the index, an invalid one counted as there.
      if (!name || (await isValid(database, index))) return;
    } catch (error) {
      if (triesLeft <= 0 || !IN_THE_WAY.has(String((error as { code?: string }).code))) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}

async function isValid(database: Database, index: string): Promise<boolean> {
  const [found] = await database.query<{ valid: boolean }>(
    'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
    [index],
  );
  return found?.valid ?? false;
}

/** While another process makes it, waits for it. */
async function removeInvalid(database: Database, index: string): Promise<void> {
  for (;;) {
    const [found] = await database.query<{ valid: boolean; making: boolean }>(
      `select i.indisvalid as valid,
         exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as making
       from pg_index i where i.indexrelid = to_regclass($1)`,
      [index],
    );
    if (!found || found.valid) return;
    if (!found.making) break;
    await setTimeout(PAUSE_MS);
  }
  const text = `drop index concurrently if exists ${index}`;
  await database.run([{ text }], { isAlone: true, timeoutMs: LONGEST_MS });
}
