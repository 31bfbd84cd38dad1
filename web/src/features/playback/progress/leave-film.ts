import type { ProgressInput } from '@lakou/contract/playback/inputs';
import { writeCookie } from '#lib/cookies.ts';
import { storeProgress } from './stored-progress.ts';

interface LeftFilm {
  media: 'movie' | 'episode';
  id: string;
  /** Undefined for a visitor, whose position is not kept. */
  viewer: string | undefined;
  /** Undefined for a downloaded film, which has no session. */
  base: string | undefined;
}

/** The last report of a film, also while the page unloads: ends its session, and stores the position until the server has it. */
export function leaveFilm({ media, id, viewer, base }: LeftFilm, report: ProgressInput): void {
  const body = JSON.stringify({ ...report, ended: true });
  const beaconSent = base !== undefined && navigator.onLine && navigator.sendBeacon(`${base}progress`, body);
  if (!viewer) return;
  writeCookie('watching', '1');
  const { position, duration } = report;
  storeProgress({ media, id, viewer, position, duration, at: Date.now(), beaconSent });
}
