import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { GRID } from './title-grid.tsx';

/** Has the size of a card, so that loading causes no layout shift. */
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
      <div className={GRID}>{renderSkeletons(count)}</div>
    </div>
  );
}

export function RowSkeleton({ count = 8 }: { count?: number }) {
  const t = useTranslations();
  return (
    <div role="status" className="overflow-hidden">
      <span className="sr-only">{t('catalogue.loading_titles')}</span>
      <div className="flex gap-3 sm:gap-4 *:w-[42vw] *:shrink-0 sm:*:w-44 lg:*:w-48">
        {renderSkeletons(count)}
      </div>
    </div>
  );
}

function renderSkeletons(count: number) {
  // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order.
  return Array.from({ length: count }, (_, at) => <CardSkeleton key={at} />);
}
