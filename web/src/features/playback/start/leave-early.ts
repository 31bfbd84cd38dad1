import type { Playback } from '@lakou/contract/playback/responses';
import { leaveFilm } from '../progress/leave-film.ts';
import { playedSeconds } from '../progress/played-seconds.ts';
import { positionIn } from '../progress/report-progress.ts';
import type { QualityMeter } from '../quality/quality-meter.ts';
import { reportQuality } from '../quality/report-quality.ts';
import type { OpenedVideo } from './early-playback.ts';

/** A film that the script in the page has begun. */
export interface EarlyFilm {
  media: 'movie' | 'episode';
  id: string;
  viewer: string | undefined;
  playback: Playback;
  startAt: number;
  /** Where the video is put; null while the document is not there yet. */
  place: Element | null;
  /** Null before the first picture, and where the engine has to begin. */
  opened: OpenedVideo | null;
  meter: QualityMeter | null;
}

/** The page is left: ends the session and reports, as progress/use-progress.ts and quality/use-quality.ts do in the player. */
export function leaveEarly(early: EarlyFilm): void {
  const { media, id, viewer, playback, startAt, place, opened, meter } = early;
  // The app has taken the place away for its player, or for another page.
  if (place && !place.isConnected) return;
  const { base, film, start } = playback;
  // Without it no session was opened.
  if (!start) return;
  const report = opened
    ? { ...positionIn(opened.video, film), seconds: playedSeconds(opened.video) }
    : { position: startAt, duration: film.duration, seconds: 0 };
  leaveFilm({ media, id, viewer, base }, report);
  if (meter) reportQuality(meter, id, opened?.codecs ?? film.rungs[0]?.codecs ?? '');
}
