import type { Database } from '@lakou/platform/database/database';
import { log } from '../log.ts';

const EVERY_MS = 20_000;

/** Titles appear and disappear at their hour, whichever process looks first. Returns how to stop. */
export function applyReleaseWindows(database: Database): () => void {
  const timer = setInterval(() => {
    database.query('select private.apply_release_windows()').catch((error: unknown) => {
      log.warn({ err: error }, 'release windows were not looked at; trying again');
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
