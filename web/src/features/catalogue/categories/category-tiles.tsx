import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useGenreNames } from '../genre-names.ts';
import { moveGridFocus } from '../move-grid-focus.ts';
import { categoryPath } from './category-path.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5';

interface CategoryTilesProps {
  label: string;
  categories: readonly { id: string; name: string }[];
  level: 2 | 3;
  /** Renders the artwork, at once or lazily. */
  Art: ComponentType<{ name: string; className?: string }>;
}

/** A grid of categories with artwork. Arrow keys move the focus, also those of a remote control. */
export function CategoryTiles({ label, categories, level, Art }: CategoryTilesProps) {
  const Heading = `h${level}` as const;
  const genreName = useGenreNames();
  return (
    <ul aria-label={label} onKeyDown={moveGridFocus} className={GRID}>
      {categories.map(({ id, name }) => (
        <li key={id} className="rounded-l shadow-shade">
          <Link to={categoryPath(name)} discover="none" data-theme="dark" className="category-tile">
            <Art name={name} className="category-tile-art" />
            <Heading className="category-tile-name">{genreName(name)}</Heading>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Ten tiles, as specified. */
export function CategoryTilesSkeleton() {
  const t = useTranslations();
  return (
    <div role="status">
      <span className="sr-only">{t('catalogue.loading_categories')}</span>
      <div className={GRID}>
        {Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical items in a fixed order.
          <Skeleton key={index} className="aspect-[16/10] rounded-l" />
        ))}
      </div>
    </div>
  );
}
