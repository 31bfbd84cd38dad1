import type { Storyboard } from './film.ts';
import { SHEET_GRID } from './pass-arguments.ts';

const PER_SHEET = SHEET_GRID.columns * SHEET_GRID.rows;
const MAX_THUMBNAILS = 1000;

/** Seconds between two thumbnails: fewer for a clip, more for a film, so that there are at most a thousand. */
export function storyboardInterval(duration: number): number {
  const preferred = duration < 120 ? 2 : duration < 1200 ? 4 : 10;
  return Math.max(preferred, Math.ceil(duration / MAX_THUMBNAILS));
}

const formatTime = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const milliseconds = Math.round((seconds - whole) * 1000);
  return `${parts.map((part) => `${part}`.padStart(2, '0')).join(':')}.${`${milliseconds}`.padStart(3, '0')}`;
};

/** A WebVTT file that maps each time range to a rectangle of a sheet. */
export function formatStoryboard(board: Omit<Storyboard, 'vtt'>, duration: number): string {
  const count = Math.min(Math.ceil(duration / board.interval), board.sheets * PER_SHEET);
  const cues = Array.from({ length: count }, (_, n) => {
    const [x, y] = [n % SHEET_GRID.columns, Math.floor((n % PER_SHEET) / SHEET_GRID.columns)];
    const until = Math.min((n + 1) * board.interval, Math.floor(duration * 1000) / 1000);
    return `${formatTime(n * board.interval)} --> ${formatTime(until)}
storyboard-${Math.floor(n / PER_SHEET) + 1}.jpg#xywh=${x * board.width},${y * board.height},${board.width},${board.height}
`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
