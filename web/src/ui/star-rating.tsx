import { useId, useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

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

interface StarInputProps {
  /** 0 while nothing is chosen. */
  value: number;
  onChange: (value: number) => void;
  label: string;
  name?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** Input for a rating: five radio buttons, so that arrow keys work as usual. */
export function StarInput({ value, onChange, label, name, disabled, className }: StarInputProps) {
  const t = useTranslations();
  const own = useId();
  const [pointed, point] = useState(0);
  const lit = pointed || value;
  return (
    <fieldset className={cx('min-w-0', className)} disabled={disabled}>
      <legend className="font-semibold">{label}</legend>
      <div className="-ms-2 flex" onPointerLeave={() => point(0)}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            onPointerEnter={(event) => event.pointerType === 'mouse' && point(stars)}
            className="relative grid size-11 place-items-center rounded-m"
          >
            <input
              type="radio"
              name={name ?? own}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="absolute inset-0.5 appearance-none rounded-m"
            />
            <Icon
              name="star"
              className={cx(
                'pointer-events-none size-8 transition-colors',
                stars <= lit ? 'text-star' : 'fill-transparent stroke-line-strong stroke-[1.5]',
              )}
            />
            <span className="sr-only">{t('shell.star_count', { count: stars })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
