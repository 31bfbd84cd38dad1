import type { FilmRung } from '@lakou/contract/playback/responses';

/** '720p': named by the shorter side, also for upright films. */
export function levelName({ width, height }: Pick<FilmRung, 'width' | 'height'>): string {
  return `${Math.min(width, height)}p`;
}

/** About 200 megabytes an hour. */
const DATA_SAVER_BITRATE = 450_000;

/** A jump ends inside of a segment, which is loaded from its beginning: this many times as fast as it plays. */
const JUMP_SPEED = 4;

type Levels = readonly { bitrate: number }[];

/** Index of the best level for the data saver; `levels` are sorted from the lowest to the best. */
export function dataSaverLevel(levels: Levels): number {
  return bestLevel(levels, DATA_SAVER_BITRATE);
}

/** Index of the level in which the film goes on at a place that is not loaded; `bandwidth` is in bits per second. */
export function jumpLevel(levels: Levels, bandwidth: number): number {
  return bestLevel(levels, bandwidth / JUMP_SPEED);
}

function bestLevel(levels: Levels, most: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ bitrate }) => bitrate <= most),
  );
}
