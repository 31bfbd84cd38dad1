import type { Storyboard } from './film.ts';
import { SHEET } from './pass.ts';

const PER_SHEET = SHEET.columns * SHEET.rows;
const MOST_PICTURES = 1000;

/** Seconds between two pictures: close for a clip, wider for a film, and never more than a thousand in all. */
export function storyboardInterval(duration: number): number {
  const pleasant = duration < 120 ? 2 : duration < 1200 ? 4 : 10;
  return Math.max(pleasant, Math.ceil(duration / MOST_PICTURES));
}

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const thousandths = Math.round((seconds - whole) * 1000);
  return `${parts.map((part) => `${part}`.padStart(2, '0')).join(':')}.${`${thousandths}`.padStart(3, '0')}`;
};

/** Which rectangle of which sheet belongs to which moment. */
export function storyboardVtt(board: Omit<Storyboard, 'vtt'>, duration: number): string {
  const count = Math.min(Math.ceil(duration / board.interval), board.sheets * PER_SHEET);
  const cues = Array.from({ length: count }, (_, n) => {
    const [x, y] = [n % SHEET.columns, Math.floor((n % PER_SHEET) / SHEET.columns)];
    const until = Math.min((n + 1) * board.interval, Math.floor(duration * 1000) / 1000);
    return `${clock(n * board.interval)} --> ${clock(until)}
storyboard-${Math.floor(n / PER_SHEET) + 1}.jpg#xywh=${x * board.width},${y * board.height},${board.width},${board.height}
`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
