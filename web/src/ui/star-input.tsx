import { useId, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

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
