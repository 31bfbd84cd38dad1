import type { FilmRung } from '@lakou/contract/playback';

/** What an hour of it weighs, in megabytes, to be read at a glance. */
export function megabytesPerHour(bitsPerSecond: number): number {
  const exact = (bitsPerSecond * 3600) / 8 / 1_000_000;
  const step = exact < 100 ? 5 : exact < 1000 ? 10 : 50;
  return Math.max(step, Math.round(exact / step) * step);
}

/** 720p: the shorter side, whichever way the picture stands. */
export function rungName({ width, height }: Pick<FilmRung, 'width' | 'height'>): string {
  return `${Math.min(width, height)}p`;
}

/** The best rung that data savers get: about 180 megabytes an hour. */
const SAVING_BITS = 450_000;

/** Of rungs from the lowest to the best: how far a data saver climbs. */
export function savingLevel(rungs: readonly { bitrate: number }[]): number {
  return Math.max(
    0,
    rungs.findLastIndex(({ bitrate }) => bitrate <= SAVING_BITS),
  );
}
