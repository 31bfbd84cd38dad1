import { useTranslations } from '#lib/translations.tsx';
import { useEarlyContent } from '#lib/use-early-content.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { GRID, GRID_SIZES } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { EARLY_IDS } from './early-elements.ts';

/** Until the list is read. In the server's page a script can have filled it with the titles of the member signed in here. */
export function WatchlistPlaceholder({ viewer }: { viewer: Viewer | undefined }) {
  const t = useTranslations();
  const early = useEarlyContent(viewer);
  if (!early) return <GridSkeleton count={12} />;
  return (
    <>
      <ul
        id={EARLY_IDS.list}
        aria-label={t('catalogue.watchlist')}
        className={`${GRID} empty:hidden`}
        {...early}
      />
      <ul id={EARLY_IDS.model} hidden>
        <EarlyCard />
      </ul>
      <div id={EARLY_IDS.placeholder} suppressHydrationWarning>
        <GridSkeleton count={12} />
      </div>
    </>
  );
}

/** A TitleCard with a plain link and an image without address, as large as the app's. */
function EarlyCard() {
  return (
    <li className="relative min-w-0">
      <article className="title-card">
        <span className="picture poster">
          <img alt="" width={320} height={480} sizes={GRID_SIZES} className="cover" />
        </span>
        <div className="title-card-text">
          <h2 className="title-card-heading">
            <a href="/films" className="title-card-link">
              …
            </a>
          </h2>
          <Skeleton className="my-0.5 h-4 w-3/5" />
          <p className="truncate" />
          <Skeleton className="mt-1.5 h-6 w-2/5" />
        </div>
      </article>
    </li>
  );
}
