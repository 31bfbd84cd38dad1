import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { useTranslations } from '#lib/translations.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import { seriesPage } from './read-lists.ts';

/** Number of placeholder cards, as specified. */
const SKELETONS = 10;

export function SeriesList() {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  return (
    <div className="page-width grid gap-8 py-10">
      <SectionHead level={1} title={t('catalogue.series')} text={t('catalogue.series_description')} />
      <Grid page={page} />
    </div>
  );
}

function Grid({ page }: { page: number }) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = useQuery(seriesPage(page));
  if (!data) {
    if (isError) return <LoadFailed busy={isFetching} retry={refetch} />;
    return <GridSkeleton count={SKELETONS} />;
  }
  if (data.titles.length === 0)
    return (
      <EmptyState
        art={<LazyIllustration of="projector" className="size-56" />}
        title={t('catalogue.no_series')}
        text={t('catalogue.no_series_text')}
      />
    );
  return (
    <>
      <TitleGrid label={t('catalogue.series')}>
        {data.titles.map((title, index) => (
          <TitleCard
            key={title.id}
            kind="series"
            title={title}
            level={2}
            sizes={GRID_SIZES}
            priority={index === 0}
          />
        ))}
      </TitleGrid>
      <Pagination
        page={page}
        pages={Math.ceil(data.count / TITLES_PER_PAGE)}
        hrefFor={(target) => (target > 1 ? `?page=${target}` : '?')}
      />
    </>
  );
}
