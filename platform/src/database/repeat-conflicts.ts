import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';
import { DatabaseError } from './errors.ts';
import { inLane, type Lane } from './lanes.ts';

const PAUSE_MS = 20;
const conflicts = ['40P01', '40001'];

/** Two transactions stood in each other's way, and PostgreSQL rolled this one back. Repeated, it finds the way free. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflicts.includes(error.code);
}

/** Before the repetition: the other transaction was only just woken, and could still be overtaken. */
export const letOtherPass = (): Promise<void> => setTimeout(PAUSE_MS);

/** Repeats a transaction once after a conflict. It has to do nothing but SQL. */
export async function repeatConflict<T>(transact: () => Promise<T>): Promise<T> {
  try {
    return await transact();
  } catch (error) {
    if (!isConflict(error)) throw error;
    await letOtherPass();
    return transact();
  }
}

/** The database in a lane, for code whose transactions do nothing but SQL: each is repeated once after a conflict. */
export function inRepeatingLane(database: Database, lane: Lane): Database {
  const called = inLane(database, lane);
  return {
    ...called,
    transaction: (work, chosen) => repeatConflict(() => called.transaction(work, chosen)),
  };
}
