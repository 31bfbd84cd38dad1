import { RENTAL_EXTENSION_HOURS, RENTAL_HOURS } from '@lakou/contract/commerce/limits';
import { useEffect, useState } from 'react';
import type { Translate } from './translations.tsx';

const MINUTE = 60_000;

/** '31 h left' or '12 min left' of a rental; that its hours wait for the first play; null when it has expired. */
export function formatTimeLeft(until: string, now: number, t: Translate): string | null {
  const left = Date.parse(until) - now;
  if (left <= 0) return null;
  const hours = Math.floor(left / (60 * MINUTE));
  if (left > (RENTAL_HOURS + RENTAL_EXTENSION_HOURS) * 60 * MINUTE) return t('shell.rental_waits');
  return hours > 0
    ? t('shell.hours_left', { count: hours })
    : t('shell.minutes_left', { count: Math.max(1, Math.floor(left / MINUTE)) });
}

/** The current time, updated every minute and when `until` is reached; without it, the time of the first render. */
export function useNow(until?: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!until) return;
    const tick = (): void => setNow(Date.now());
    const minutes = setInterval(tick, MINUTE);
    const left = Date.parse(until) - Date.now();
    const end = left > 0 && left < MINUTE * 60 * 49 ? setTimeout(tick, left + 50) : undefined;
    return () => {
      clearInterval(minutes);
      clearTimeout(end);
    };
  }, [until]);
  return now;
}
