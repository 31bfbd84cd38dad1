import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './class-names.ts';
import { Slot } from './slot.tsx';
import { Spinner } from './spinner.tsx';

const look = {
  primary: 'bg-action text-on-action hover:bg-action-hover',
  secondary: 'bg-surface-raised text-text border border-line hover:border-line-strong',
  outline: 'border border-line-strong text-text hover:bg-surface-raised',
  quiet: 'text-soft hover:bg-surface-raised hover:text-text',
  danger:
    'border border-danger-text text-danger-text hover:border-danger hover:bg-danger hover:text-on-danger',
} as const;

const measure = {
  s: 'min-h-9 pointer-coarse:min-h-11 px-3.5 text-sm gap-1.5',
  m: 'min-h-11 px-5 gap-2',
  l: 'min-h-13 px-7 text-lg gap-2.5',
  /** Only an icon: never smaller than 44 pixels. */
  icon: 'size-11 shrink-0',
} as const;

export interface ButtonLook {
  variant?: keyof typeof look | undefined;
  size?: keyof typeof measure | undefined;
}

/** A button's classes, for elements that cannot be one. */
export function buttonClass(
  { variant = 'primary', size = 'm' }: ButtonLook,
  className?: string | undefined,
): string {
  if (variant === 'quiet' && size === 'icon') return cx('button icon-button', className);
  return cx('button', look[variant], measure[size], className);
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** An action is under way: the button keeps the focus, shows a spinner and ignores clicks. */
    busy?: boolean | undefined;
    /** Styles its only child (a link) as a button. */
    asChild?: boolean | undefined;
  };

export function Button({ variant, size, busy = false, asChild, className, children, ...rest }: ButtonProps) {
  const waiting = busy
    ? {
        'aria-busy': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent) => event.preventDefault(),
      }
    : {};
  const dress = buttonClass({ variant, size }, className);
  if (asChild)
    return (
      <Slot className={dress} {...rest} {...waiting}>
        {children}
      </Slot>
    );
  return (
    <button type="button" className={dress} {...rest} {...waiting}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
