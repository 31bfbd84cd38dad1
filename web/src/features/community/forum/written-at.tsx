import { useFormat } from '#lib/format.ts';
import { useHydrated } from '#lib/use-hydrated.ts';

/** When something was written: the day of Greenwich in the first picture, the reader's own from then on. */
export function WrittenAt({ iso }: { iso: string }) {
  const alive = useHydrated();
  const format = useFormat();
  const here = alive ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  return <time dateTime={iso}>{format.date(iso, here)}</time>;
}
