import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { CategoryArt } from '#ui/art/category-art.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { categories } from '../read-titles.ts';
import { CategoryTiles, CategoryTilesSkeleton } from './category-tiles.tsx';

/** All categories, with loading, error and empty states. */
export function CategoryList() {
  const t = useTranslations();
  const { data, isPending, isError, refetch, isFetching } = useQuery(categories());
  if (isPending) return <CategoryTilesSkeleton />;
  if (isError) return <LoadFailed title="catalogue.categories_failed" busy={isFetching} retry={refetch} />;
  if (data.length === 0)
    return (
      <EmptyState
        art={<LazyIllustration of="market" className="h-56" />}
        title={t('catalogue.no_categories')}
        text={t('catalogue.no_categories_text')}
      />
    );
  return <CategoryTiles label={t('catalogue.categories')} categories={data} level={2} Art={CategoryArt} />;
}
