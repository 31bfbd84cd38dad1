import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { walkGrid } from '../walk-grid.ts';
import { categoryPath } from './category-path.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5';

interface CategoryTilesProps {
  label: string;
  categories: readonly { id: string; name: string }[];
  level: 2 | 3;
  /** The sign painter: at once, or when somebody comes near. */
  Art: ComponentType<{ name: string; className?: string }>;
}

/** Each category under its own sign. Arrow keys walk among them, as a remote control does. */
export function CategoryTiles({ label, categories, level, Art }: CategoryTilesProps) {
  const Heading = `h${level}` as const;
  return (
    <ul aria-label={label} onKeyDown={walkGrid} className={GRID}>
      {categories.map(({ id, name }) => (
        <li key={id} className="rounded-l shadow-shade">
          <Link
            to={categoryPath(name)}
            data-theme="dark"
            className="group relative block aspect-[16/10] overflow-hidden rounded-l bg-indigo!"
          >
            <Art
              name={name}
              className="absolute inset-0 size-full transition-transform duration-200 group-hover:scale-105"
            />
            <Heading className="absolute inset-x-4 bottom-3 text-lg leading-tight tracking-tight break-words sm:text-xl lg:text-2xl">
              {name}
            </Heading>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Ten, as the specification counts them. */
export function CategoryTilesSkeleton() {
  const t = useTranslations();
  return (
    <div role="status">
      <span className="sr-only">{t('catalogue.loading_categories')}</span>
      <div className={GRID}>
        {Array.from({ length: 10 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and none ever moves.
          <Skeleton key={at} className="aspect-[16/10] rounded-l" />
        ))}
      </div>
    </div>
  );
}
