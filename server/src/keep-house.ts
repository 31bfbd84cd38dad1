import { sweepAuth } from '@lakou/platform/auth/sweep';
import type { Database } from '@lakou/platform/database/database';
import { log } from './log.ts';

const EVERY_MS = 10 * 60_000;

/** What has to be done again and again while the house is open. Returns how to stop. */
export function keepHouse(database: Database): () => void {
  const timer = setInterval(() => {
    forget(database).catch((error: unknown) => {
      log.warn({ err: error }, 'what is old could not be forgotten; trying again later');
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function forget(database: Database): Promise<void> {
  await database.query('select realtime.prune(), private.forget_yesterday()');
  await sweepAuth(database);
}
