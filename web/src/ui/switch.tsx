import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** Shows the label to screen readers only (a switch in a table). */
  labelHidden?: boolean | undefined;
  onCheckedChange?: (checked: boolean) => void;
};

/**
 * A checkbox that reads as a switch. Radix's would put a style attribute into the server's HTML, which the
 * security policy forbids; this one also works with `register()` as it is.
 */
export function Switch({
  label,
  hint,
  labelHidden,
  onCheckedChange,
  onChange,
  className,
  id,
  ...rest
}: SwitchProps) {
  const own = useId();
  const at = id ?? own;
  return (
    <div className={cx('flex min-h-11 items-center gap-4', className)}>
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own state
          role="switch"
          id={at}
          aria-describedby={hint ? `${at}-hint` : undefined}
          onChange={(event) => {
            onChange?.(event);
            onCheckedChange?.(event.target.checked);
          }}
          className="peer size-full appearance-none rounded-full border-2 border-line-strong bg-surface transition-colors before:absolute before:-inset-2 checked:border-free checked:bg-free disabled:opacity-60 forced-colors:appearance-auto"
          {...rest}
        />
        <span className="pointer-events-none absolute top-1.5 start-1.5 size-4 rounded-full bg-text-soft transition-[translate,background-color] peer-checked:translate-x-5 peer-checked:bg-on-free forced-colors:hidden" />
      </span>
      <span className={labelHidden ? 'sr-only' : 'grid'}>
        <label htmlFor={at} className="font-semibold leading-snug">
          {label}
        </label>
        {hint && (
          <span id={`${at}-hint`} className="text-sm text-soft">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
