import type { Translate } from '#lib/translations.tsx';

/** '4:05' or '1:04:05'. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts = [Math.floor((whole % 3600) / 60), whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** For screen readers: '1 hour 4 minutes 5 seconds'. */
export function spokenTime(seconds: number, t: Translate): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return [
    hours > 0 && t('playback.hours', { count: hours }),
    minutes > 0 && t('playback.minutes', { count: minutes }),
    (rest > 0 || whole === 0) && t('playback.seconds', { count: rest }),
  ]
    .filter(Boolean)
    .join(' ');
}
