import type { Platform } from '@lakou/platform';
import type { Database } from '@lakou/platform/database';
import type { Ingest } from './catalogue/ingest/start-ingest.ts';
import { log } from './log.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes what has expired, every ten minutes and in every process. Returns how to stop. */
export function startMaintenance(
  database: Database,
  platform: Pick<Platform, 'sweep'>,
  ingest: Ingest,
): () => void {
  const timer = setInterval(() => {
    sweep(database, platform, ingest).catch((error: unknown) => {
      log.warn({ err: error }, 'maintenance failed; it is repeated in ten minutes');
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function sweep(database: Database, platform: Pick<Platform, 'sweep'>, ingest: Ingest): Promise<void> {
  await database.query('select private.purge_daily_data(), private.purge_playback_sessions()');
  await ingest.sweep();
  const swept = await platform.sweep();
  if (swept.heldBack.length > 0) {
    log.warn(swept, 'much of the storage is missing; nothing was removed');
  } else if (Object.values(swept).flat().some(Boolean)) {
    log.info(swept, 'storage repaired');
  }
}
