import type { Say } from '../../../lib/words.tsx';

/** `about 5 minutes left`, in the reader's language. */
export function timeLeft(t: Say, seconds: number | null | undefined): string | undefined {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t('videos.seconds_left');
  if (minutes < 90) return t('videos.minutes_left', { count: minutes });
  return t('videos.hours_left', { count: Math.round(minutes / 60) });
}
