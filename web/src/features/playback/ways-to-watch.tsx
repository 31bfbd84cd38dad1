import { useTranslations } from '#lib/translations.tsx';
import { AccessBadge } from '#ui/access-badge.tsx';
import type { WatchTitle } from './read-watch.ts';

/** 'Rent $4.49', 'Buy $12.99', 'Subscription': what opens a title that does not play. */
export function WaysToWatch({ title }: { title: WatchTitle | null }) {
  const t = useTranslations();
  if (!title || title.ways.length === 0) return null;
  return (
    <ul aria-label={t('playback.ways_to_watch')} className="mb-2 flex w-full flex-wrap justify-center gap-2">
      {title.ways.map((way) => (
        <li key={way.is}>
          <AccessBadge label={way} now={0} />
        </li>
      ))}
    </ul>
  );
}
