import type { Translate } from '#lib/translations.tsx';

/** `about 5 minutes left`, in the reader's language. */
export function formatTimeLeft(t: Translate, seconds: number | null | undefined): string | undefined {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t('media.seconds_left');
  if (minutes < 90) return t('media.minutes_left', { count: minutes });
  return t('media.hours_left', { count: Math.round(minutes / 60) });
}
