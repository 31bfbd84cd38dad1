import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field-error.tsx';
import { Icon } from './icon.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Can contain links. */
  label: ReactNode;
  error?: string | undefined;
  onCheckedChange?: (checked: boolean) => void;
};

/** A checkbox with its label; works with `register()` of a form as it is. */
export function Checkbox({ label, error, onCheckedChange, onChange, className, id, ...rest }: CheckboxProps) {
  const own = useId();
  const at = id ?? own;
  return (
    <div className={cx('grid gap-1', className)}>
      <div className="flex items-start gap-3 py-2">
        <span className="relative mt-[0.15em] grid size-5 shrink-0 place-items-center">
          <input
            type="checkbox"
            id={at}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${at}-error` : undefined}
            onChange={(event) => {
              onChange?.(event);
              onCheckedChange?.(event.target.checked);
            }}
            className="peer size-5 appearance-none rounded-s border-2 border-line-strong bg-surface transition-colors before:absolute before:-inset-3 checked:border-action checked:bg-action aria-invalid:border-danger-text disabled:opacity-60 forced-colors:appearance-auto"
            {...rest}
          />
          <Icon
            name="check"
            strokeWidth={3.2}
            className="pointer-events-none absolute size-3.5 text-on-action opacity-0 peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <label htmlFor={at} className="leading-snug">
          {label}
        </label>
      </div>
      <FieldError id={`${at}-error`} error={error} />
    </div>
  );
}
