import { useTranslations } from '#lib/translations.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { TITLES_PER_PAGE } from '../read-titles.ts';
import type { CardTitle } from '../title.ts';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import type { CategoryPage } from './category-reads.ts';

/** Films and series side by side; 'No films found' where there are none. */
export function CategoryTitles({
  titles,
  count,
  page,
}: Pick<CategoryPage, 'titles' | 'count'> & { page: number }) {
  const t = useTranslations();
  return (
    <>
      {titles.length === 0 ? (
        <EmptyState
          art={<LazyIllustration of="projector" className="h-56" />}
          title={t('catalogue.no_films')}
          text={t('catalogue.category_empty_text')}
        />
      ) : (
        <TitleGrid label={t('catalogue.films')}>
          {titles.map(({ kind, ...title }, at) => (
            <TitleCard
              key={title.id}
              kind={kind}
              title={title}
              level={2}
              sizes={GRID_SIZES}
              priority={at === 0}
            />
          ))}
        </TitleGrid>
      )}
      <Pagination
        page={page}
        pages={Math.ceil(count / TITLES_PER_PAGE)}
        hrefFor={(other) => (other > 1 ? `?page=${other}` : '?')}
      />
    </>
  );
}

/** Built in, for a house that has nothing or says nothing (decision 16). */
export function Samples({ films }: { films: readonly CardTitle[] }) {
  const t = useTranslations();
  return (
    <TitleGrid label={t('catalogue.featured_films')}>
      {films.map((film) => (
        <TitleCard key={film.id} kind="movie" title={film} level={2} sizes={GRID_SIZES} />
      ))}
    </TitleGrid>
  );
}
