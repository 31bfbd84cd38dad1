import { useFormat } from '#lib/format.ts';
import { useHydrated } from '#lib/use-hydrated.ts';

/** A date: in UTC in the server's HTML, in the reader's time zone after hydration. */
export function LocalDate({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  const format = useFormat();
  const timeZone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  return (
    <time dateTime={iso} data-date="">
      {format.date(iso, timeZone)}
    </time>
  );
}
