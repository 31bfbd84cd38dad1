import type { Database } from '@lakou/platform/database';
import { log } from '../log.ts';

const EVERY_MS = 20_000;

/** Publishes and hides titles at the time their editors set; any process may do it. Returns how to stop. */
export function applyReleaseWindows(database: Database): () => void {
  const timer = setInterval(() => {
    database.query('select private.apply_release_windows()').catch((error: unknown) => {
      log.warn({ err: error }, 'release windows not applied; repeated in 20 seconds');
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
