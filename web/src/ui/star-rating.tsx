import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';

interface StarsProps {
  value: number;
  /** Number of reviews, shown in brackets. */
  count?: number | undefined;
  className?: string | undefined;
}

/** A rating as five stars, and as text for screen readers. */
export function Stars({ value, count, className }: StarsProps) {
  const t = useTranslations();
  const { number } = useFormat();
  const formatted = number(Math.round(value * 10) / 10);
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <svg viewBox="0 0 5 1" className="stars" aria-hidden="true">
        <rect width="5" height="1" className="fill-line" />
        <rect width={Math.min(5, Math.max(0, value))} height="1" className="fill-star" />
      </svg>
      <span aria-hidden="true" className="text-[0.9em] font-semibold tabular-nums">
        {formatted}
        {count !== undefined && <span className="font-normal text-soft"> ({count})</span>}
      </span>
      <span className="sr-only">
        {t('shell.out_of_five', { value: formatted })}
        {count !== undefined && `, ${t('shell.rating_count', { count })}`}
      </span>
    </span>
  );
}
