import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { useTranslations } from '#lib/translations.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { CardTitle } from '../title.ts';
import { TitleCard } from '../title-card.tsx';
import { GRID_SIZES, TitleGrid } from '../title-grid.tsx';
import type { CategoryPage } from './read-category.ts';

/** Films and series of a category in one grid, or 'No films found'. */
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
          {titles.map(({ kind, ...title }, index) => (
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
      )}
      <Pagination
        page={page}
        pages={Math.ceil(count / TITLES_PER_PAGE)}
        hrefFor={(target) => (target > 1 ? `?page=${target}` : '?')}
      />
    </>
  );
}

/** Sample films, for an empty or unreachable catalogue (P-16). */
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
