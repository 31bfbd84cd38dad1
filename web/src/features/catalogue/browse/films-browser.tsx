import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import { GridSkeleton } from '../title-skeleton.tsx';
import { FilmsFilter } from './films-filter.tsx';
import { filmsPage } from './read-lists.ts';
import { isFiltered, useFilmFilter } from './use-film-filter.ts';

/** 'Explore Films': all published films, by text and genre. */
export function FilmsBrowser() {
  const t = useTranslations();
  const { filter, isHydrating, text, setText, setGenre, clear, hrefFor } = useFilmFilter();
  return (
    <div className="page-width grid gap-8 py-10">
      <SectionHead level={1} title={t('catalogue.explore_films')} />
      <FilmsFilter
        text={isHydrating ? '' : text}
        onText={setText}
        genre={isHydrating ? '' : filter.genre}
        onGenre={setGenre}
      />
      {isHydrating ? <FilmsSkeleton /> : <Results filter={filter} hrefFor={hrefFor} clear={clear} />}
    </div>
  );
}

function FilmsSkeleton() {
  return <GridSkeleton count={12} />;
}

type Filter = ReturnType<typeof useFilmFilter>;

function Results({ filter, hrefFor, clear }: Pick<Filter, 'filter' | 'hrefFor' | 'clear'>) {
  const t = useTranslations();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery(filmsPage(filter));
  const count = useRef<HTMLParagraphElement>(null);
  const shownPage = useRef(filter.page);
  useEffect(() => {
    if (shownPage.current === filter.page) return;
    shownPage.current = filter.page;
    count.current?.focus({ preventScroll: true });
  }, [filter.page]);

  if (!data) return isError ? <LoadFailed busy={isFetching} retry={refetch} /> : <FilmsSkeleton />;
  const isPart = isFiltered(filter) || filter.page > 1;
  const pages = Math.ceil(data.count / TITLES_PER_PAGE);
  return (
    <div className="grid gap-6">
      <p ref={count} tabIndex={-1} role="status" className="text-soft outline-none!">
        {data.titles.length > 0 && t('catalogue.films_found', { count: data.count })}
      </p>
      {data.titles.length === 0 ? (
        <EmptyState
          art={<LazyIllustration of="projector" className="size-56" />}
          title={t('catalogue.no_films')}
          text={t(isPart ? 'catalogue.no_films_hint' : 'catalogue.no_films_yet')}
          action={isPart && <Button onClick={clear}>{t('catalogue.clear_filters')}</Button>}
        />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <TitleGrid label={t('catalogue.films')}>
            {data.titles.map((title, index) => (
              <TitleCard
                key={title.id}
                kind="movie"
                title={title}
                level={2}
                sizes={GRID_SIZES}
                priority={index === 0}
              />
            ))}
          </TitleGrid>
        </div>
      )}
      <Pagination page={filter.page} pages={pages} hrefFor={hrefFor} className="mt-6" />
    </div>
  );
}
