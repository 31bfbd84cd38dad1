import { sweepAuth } from '@lakou/platform/auth/sweep';
import type { Database } from '@lakou/platform/database/database';
import type { Storage } from '@lakou/platform/storage/create-storage';
import type { Ingest } from './catalogue/ingest/open-ingest.ts';
import { log } from './log.ts';

const EVERY_MS = 10 * 60_000;

/** What has to be done again and again while the house is open. Returns how to stop. */
export function startMaintenance(database: Database, storage: Storage, ingest: Ingest): () => void {
  const timer = setInterval(() => {
    tidy(database, storage, ingest).catch((error: unknown) => {
      log.warn({ err: error }, 'housekeeping failed; trying again later');
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function tidy(database: Database, storage: Storage, ingest: Ingest): Promise<void> {
  await database.query('select realtime.prune(), private.forget_yesterday(), private.forget_playbacks()');
  await sweepAuth(database);
  await ingest.sweep();
  const mended = await storage.sweep();
  if (mended.heldBack.length > 0) log.warn(mended, 'much of the storage is missing; nothing was removed');
  else if (Object.values(mended).flat().some(Boolean)) log.info(mended, 'storage was mended');
}
