import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { relativeAge } from './relative-age.ts';

/**
 * '2 min ago' with the date on hover, or the date of what is older than a week. The server's HTML has the date, because it is
 * kept for longer than a minute; lib/age-script.ts writes the age before it is painted.
 */
export function RelativeTime({ iso }: { iso: string }) {
  const t = useTranslations();
  const format = useFormat();
  const hydrated = useHydrated();
  const timeZone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  const date = format.date(iso, timeZone);
  const age = hydrated ? relativeAge(Date.now() - Date.parse(iso)) : null;
  return (
    <time dateTime={iso} title={age ? date : undefined} suppressHydrationWarning>
      {age ? t(`shell.${age.unit}_ago`, { count: age.count }) : date}
    </time>
  );
}
