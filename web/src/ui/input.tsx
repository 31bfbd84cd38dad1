import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** Classes of all text controls. Never under 16 px, or phones zoom in. */
export const controlClass = 'control';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(controlClass, className)} {...rest} />;
}
