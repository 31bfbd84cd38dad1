import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { removeCookie, writeCookie } from '#lib/cookies.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { lazyDecoration } from '#ui/lazy-decoration.ts';
import { ScrollRow } from '#ui/scroll-row.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { titlesInProgress } from './read-titles-in-progress.ts';

/** Loaded for those who have begun something. */
const InProgressCard = lazyDecoration(
  async () => (await import('./in-progress-card.tsx')).InProgressCard,
  Placeholder,
);

const WIDTH = 'w-[72vw] sm:w-72 lg:w-80';

/**
 * Titles the member has started. `expected`: this browser showed some before, so the server reserves the space. When it
 * is not expected it appears only below the fold, or on the next visit, so that the page does not shift.
 */
export function ContinueWatching({ expected }: { expected: boolean }) {
  const t = useTranslations();
  const { user, status } = useSession();
  const { data } = useQuery(titlesInProgress(user?.id));
  const marker = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(expected);
  const count = data?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count > 0) writeCookie('watching', '1');
    else removeCookie('watching');
    const top = marker.current?.getBoundingClientRect().top ?? 0;
    if (count > 0 && top >= innerHeight) setFits(true);
  }, [count]);
  const none = count === 0 || status === 'out';
  if (!fits || none) return <div ref={marker} className="absolute" />;
  return (
    <section aria-labelledby="continue" className="page-width grid gap-5">
      <SectionHead id="continue" title={t('catalogue.continue_watching')} />
      <ScrollRow label={t('catalogue.continue_watching')} itemClassName={WIDTH}>
        {data
          ? data.map((one) => (
              <Suspense key={one.media_id} fallback={<Placeholder />}>
                <InProgressCard inProgress={one} />
              </Suspense>
            ))
          : [1, 2, 3, 4].map((number) => <Placeholder key={number} />)}
      </ScrollRow>
    </section>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-2.5">
      <Skeleton className="aspect-video w-full" />
      <div className="h-13" />
    </div>
  );
}
