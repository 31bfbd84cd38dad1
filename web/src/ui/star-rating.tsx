import { useId, useState } from 'react';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

const star = 'M12 2.8l2.85 5.85 6.35.9-4.6 4.55 1.1 6.4L12 17.45 6.3 20.5l1.1-6.4-4.6-4.55 6.35-.9Z';
const five = [0, 1, 2, 3, 4].map((at) => <path key={at} d={star} transform={`translate(${at * 24} 0)`} />);

interface StarsProps {
  value: number;
  /** Number of reviews, shown in brackets. */
  count?: number | undefined;
  className?: string | undefined;
}

/** A rating as five stars, and as text for screen readers. */
export function Stars({ value, count, className }: StarsProps) {
  const t = useTranslations();
  const { language } = useLanguage();
  const formatted = new Intl.NumberFormat(language === 'ht' ? 'fr' : language, {
    maximumFractionDigits: 1,
  }).format(value);
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <svg viewBox="0 0 120 24" className="h-[1.1em] w-auto shrink-0" aria-hidden="true">
        <g className="fill-line">{five}</g>
        <svg
          width={24 * Math.min(5, Math.max(0, value))}
          height="24"
          className="fill-star"
          aria-hidden="true"
        >
          {five}
        </svg>
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
                stars <= lit ? 'text-star' : 'fill-transparent stroke-line-strong',
              )}
              {...(stars <= lit ? {} : { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 })}
            />
            <span className="sr-only">{t('shell.star_count', { count: stars })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
