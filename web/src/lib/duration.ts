import type { Translate } from './translations.tsx';

/** '48 min', '2 h' or '1 h 48 min'. */
export function formatDuration(minutes: number, t: Translate): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t('catalogue.minutes', { count: rest });
  return rest === 0
    ? t('catalogue.hours', { hours })
    : t('catalogue.hours_minutes', { hours, minutes: rest });
}

/** The minutes of a text such as '2h 30m' or '95 min'; null for any other. */
export function parseDuration(text: string): number | null {
  const [, hours, minutes] = /^\s*(?:(\d{1,2})\s*h)?\s*(?:(\d{1,4})\s*m(?:in)?)?\s*$/i.exec(text) ?? [];
  return hours || minutes ? Number(hours ?? 0) * 60 + Number(minutes ?? 0) : null;
}
