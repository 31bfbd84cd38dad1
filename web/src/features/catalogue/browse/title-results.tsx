import { MATCHES_MAX, TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { Kind } from '../title.ts';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import { type FilteredPage, titlesPage } from './read-lists.ts';
import { chosenFilters, type TitleFilterState } from './use-title-filter.ts';

interface TitleResultsProps extends Pick<TitleFilterState, 'filter' | 'hrefFor'> {
  kind: Kind;
  skeletons: number;
  /** What is shown when nothing matches; `isPart`: there may be titles without the filters. */
  renderEmpty: (isPart: boolean) => ReactNode;
}

/** How many titles match, and a page of them. */
export function TitleResults({ kind, filter, hrefFor, skeletons, renderEmpty }: TitleResultsProps) {
  const t = useTranslations();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(titlesPage(kind, filter));
  const count = useRef<HTMLParagraphElement>(null);
  useFocusAfterChange(count, filter);
  const isFiltered = filter.q !== '' || chosenFilters(filter).length > 0;
  return (
    <div className="grid gap-6">
      {/* There from the beginning, because what comes with its text is not announced. */}
      <p
        ref={count}
        tabIndex={-1}
        role="status"
        className={cx('min-h-lh text-soft outline-none!', data?.titles.length === 0 && 'sr-only')}
      >
        {data && <Found kind={kind} count={data.count} hasMore={isFiltered && data.count >= MATCHES_MAX} />}
      </p>
      {!data ? (
        isError ? (
          <LoadFailed busy={isFetching} retry={refetch} />
        ) : (
          <GridSkeleton count={skeletons} />
        )
      ) : data.titles.length === 0 ? (
        renderEmpty(isFiltered || filter.page > 1)
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <TitleGrid label={t(kind === 'movie' ? 'catalogue.films' : 'catalogue.series')}>
            {data.titles.map((title, index) => (
              <TitleCard
                key={title.id}
                kind={kind}
                title={title}
                level={2}
                sizes={GRID_SIZES}
                priority={index === 0}
              />
            ))}
          </TitleGrid>
        </div>
      )}
      <Pagination
        page={filter.page}
        pages={Math.ceil((data?.count ?? 0) / TITLES_PER_PAGE)}
        hrefFor={hrefFor}
        className="mt-6"
      />
    </div>
  );
}

function Found({ kind, count, hasMore }: { kind: Kind; count: number; hasMore: boolean }) {
  const t = useTranslations();
  if (hasMore) return t('catalogue.many_found', { count });
  return t(kind === 'movie' ? 'catalogue.films_found' : 'catalogue.series_found', { count });
}

/** After another page, or after a filter's own link is gone, the focus is on how many there are. */
function useFocusAfterChange(target: RefObject<HTMLElement | null>, filter: FilteredPage): void {
  const address = JSON.stringify(filter);
  const shown = useRef({ address, page: filter.page });
  useEffect(() => {
    const { address: before, page } = shown.current;
    if (before === address) return;
    shown.current = { address, page: filter.page };
    if (page !== filter.page || document.activeElement === document.body)
      target.current?.focus({ preventScroll: true });
  }, [address, filter.page, target]);
}
