import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { FrontPageRows } from '../rows/front-page-rows.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import { FilterChips } from './filter-chips.tsx';
import { TitleFilters } from './title-filters.tsx';
import { TitleResults } from './title-results.tsx';
import { isWholeList, useTitleFilter } from './use-title-filter.ts';

const SKELETONS = 12;
const NO_PARAMETERS = { q: '', genre: '', sort: 'newest', page: 1 } as const;

/** 'Explore Films': all published films, by text, genre and filters. */
export function FilmsBrowser() {
  const t = useTranslations();
  const state = useTitleFilter('movie');
  const { filter, isHydrating, text, setText, change, clear } = state;
  return (
    <>
      <div className="page-width grid gap-6 py-10">
        <SectionHead level={1} title={t('catalogue.explore_films')} />
        <TitleFilters
          kind="movie"
          filter={isHydrating ? NO_PARAMETERS : filter}
          text={isHydrating ? '' : text}
          setText={setText}
          change={change}
        />
        {isHydrating ? (
          <GridSkeleton count={SKELETONS} />
        ) : (
          <>
            <FilterChips {...state} />
            <TitleResults
              {...state}
              kind="movie"
              skeletons={SKELETONS}
              renderEmpty={(isPart) => (
                <EmptyState
                  art={<LazyIllustration of="projector" className="size-56" />}
                  title={t('catalogue.no_films')}
                  text={t(isPart ? 'catalogue.no_films_hint' : 'catalogue.no_films_yet')}
                  action={isPart && <Button onClick={clear}>{t('catalogue.clear_filters')}</Button>}
                />
              )}
            />
          </>
        )}
      </div>
      {isWholeList(filter) && (
        <div className="grid gap-16 pt-6 *:min-w-0">
          <FrontPageRows place="films" />
        </div>
      )}
    </>
  );
}
