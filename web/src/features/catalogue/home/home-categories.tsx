import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { lazyDecoration } from '#ui/lazy-decoration.ts';
import { SectionHead } from '#ui/section-head.tsx';
import { CategoryTiles, CategoryTilesSkeleton } from '../categories/category-tiles.tsx';
import { categories } from '../read-titles.ts';

const CategoryArt = lazyDecoration(async () => (await import('#ui/art/category-art.tsx')).CategoryArt);

/** Links to all categories; renders nothing if there are none or they cannot be loaded. */
export function BrowseCategories() {
  const t = useTranslations();
  const { data = [], isPending } = useQuery(categories());
  if (!isPending && data.length === 0) return null;
  return (
    <section aria-labelledby="browse-categories" className="page-width grid gap-5">
      <SectionHead
        id="browse-categories"
        title={t('catalogue.browse_categories')}
        link={{ to: '/categories', label: t('catalogue.all_categories') }}
      />
      {isPending ? (
        <CategoryTilesSkeleton />
      ) : (
        <CategoryTiles
          label={t('catalogue.browse_categories')}
          categories={data}
          level={3}
          Art={LazyCategoryArt}
        />
      )}
    </section>
  );
}

function LazyCategoryArt({ name, className = '' }: { name: string; className?: string }) {
  return (
    <WhenNear className={className}>
      <Suspense>
        <CategoryArt name={name} className="size-full animate-appear" />
      </Suspense>
    </WhenNear>
  );
}
