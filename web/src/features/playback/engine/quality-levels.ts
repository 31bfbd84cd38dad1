import type { FilmRung } from '@lakou/contract/playback/responses';

/** Data use per hour, rounded to be read at a glance. */
export function megabytesPerHour(bitsPerSecond: number): number {
  const exact = (bitsPerSecond * 3600) / 8 / 1_000_000;
  const step = exact < 100 ? 5 : exact < 1000 ? 10 : 50;
  return Math.max(step, Math.round(exact / step) * step);
}

/** '720p': named by the shorter side, also for upright films. */
export function levelName({ width, height }: Pick<FilmRung, 'width' | 'height'>): string {
  return `${Math.min(width, height)}p`;
}

/** About 200 megabytes an hour. */
const DATA_SAVER_BITRATE = 450_000;

/** Index of the best level for the data saver; `levels` are sorted from the lowest to the best. */
export function dataSaverLevel(levels: readonly { bitrate: number }[]): number {
  return Math.max(
    0,
    levels.findLastIndex(({ bitrate }) => bitrate <= DATA_SAVER_BITRATE),
  );
}
