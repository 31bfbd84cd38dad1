import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Stars } from '#ui/star-rating.tsx';

interface RatingHistogramProps {
  rating: number;
  /** Reviews with one star, two, up to five. */
  counts: readonly number[];
  /** Only reviews with so many stars are listed. */
  stars: number | null;
  onChoose: (stars: number | null) => void;
}

/** The average, and a bar for each number of stars that filters the list. */
export function RatingHistogram({ rating, counts, stars, onChoose }: RatingHistogramProps) {
  const t = useTranslations();
  const { number } = useFormat();
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid items-center gap-x-10 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="grid justify-items-center gap-1 max-sm:justify-items-start">
        <span aria-hidden="true" className="font-display text-6xl leading-none font-[800] tabular-nums">
          {number(rating)}
        </span>
        <Stars value={rating} count={total} />
      </div>
      <ul aria-label={t('catalogue.rating_distribution')} className="grid max-w-md">
        {counts
          .map((count, at) => ({ count, value: at + 1 }))
          .toReversed()
          .map(({ count, value }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={stars === value}
                disabled={count === 0}
                onClick={() => onChoose(stars === value ? null : value)}
                className={cx(
                  'grid min-h-9 w-full grid-cols-[2.25rem_minmax(0,1fr)_3ch] items-center gap-3 rounded-s px-2 text-sm pointer-coarse:min-h-11',
                  'hover:not-disabled:bg-surface-raised disabled:text-soft',
                  stars === value && 'bg-surface-raised font-semibold',
                )}
              >
                <span className="sr-only">
                  {t('catalogue.reviews_with_stars', {
                    stars: t('shell.star_count', { count: value }),
                    count,
                  })}
                </span>
                <span aria-hidden="true" className="inline-flex items-center gap-1 tabular-nums">
                  {value}
                  <Icon name="star" className="size-4 text-star" />
                </span>
                <svg
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="h-2.5 w-full rounded-full"
                >
                  <rect width="100" height="1" className="fill-line" />
                  <rect width={total > 0 ? (100 * count) / total : 0} height="1" className="fill-star" />
                </svg>
                <span aria-hidden="true" className="text-end tabular-nums">
                  {number(count)}
                </span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}
