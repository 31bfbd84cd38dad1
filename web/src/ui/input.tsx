import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** Classes of all text controls. Never under 16 px, or phones zoom in. */
export const controlClass = cx(
  'w-full min-h-11 rounded-m border border-line-strong bg-surface px-3.5 py-2 text-base text-text',
  'transition-colors placeholder:text-soft placeholder:opacity-100 hover:border-text-soft',
  'aria-invalid:border-danger-text aria-invalid:bg-danger/5 disabled:opacity-60 disabled:cursor-not-allowed',
);

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(controlClass, className)} {...rest} />;
}
