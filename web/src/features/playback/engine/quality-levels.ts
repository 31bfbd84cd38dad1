import type { FilmRung } from '@lakou/contract/playback/responses';

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
