import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { GRID } from './title-grid.tsx';

/** The shape of a card, so that nothing moves when it arrives. */
function CardSkeleton() {
  return (
    <div className="grid content-start gap-2.5">
      <Skeleton className="aspect-[2/3]" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  );
}

export function GridSkeleton({ count = 10 }: { count?: number }) {
  const t = useTranslations();
  return (
    <div role="status">
      <span className="sr-only">{t('catalogue.loading_titles')}</span>
      <div className={GRID}>{places(count)}</div>
    </div>
  );
}

/** A row that is still being asked for. */
export function RowSkeleton({ count = 8 }: { count?: number }) {
  const t = useTranslations();
  return (
    <div role="status" className="overflow-hidden">
      <span className="sr-only">{t('catalogue.loading_titles')}</span>
      <div className="flex gap-3 sm:gap-4 *:w-[42vw] *:shrink-0 sm:*:w-44 lg:*:w-48">{places(count)}</div>
    </div>
  );
}

function places(count: number) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and none ever moves.
  return Array.from({ length: count }, (_, at) => <CardSkeleton key={at} />);
}
