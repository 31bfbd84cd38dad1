import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { controlClass } from './input.tsx';

/** Grows with its text, up to most of the screen. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cx(
        controlClass,
        'field-sizing-content min-h-28 max-h-[60vh] resize-y leading-normal',
        className,
      )}
      {...rest}
    />
  );
}
