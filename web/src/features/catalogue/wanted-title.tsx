import { lazy, Suspense } from 'react';
import { titleInPath } from '#lib/title-path.ts';
import { WantedPlaceholder } from './wanted-frame.tsx';

const WantedCard = lazy(() => import('./wanted-card.tsx'));

/** The film or series that somebody is on the way to, on the screens in between. Their forms do not wait for it. */
export function WantedTitle({ path }: { path: string }) {
  const wanted = titleInPath(path);
  return (
    wanted && (
      <Suspense fallback={<WantedPlaceholder />}>
        <WantedCard wanted={wanted} />
      </Suspense>
    )
  );
}
