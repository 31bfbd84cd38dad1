import type { ComponentProps } from 'react';
import { cx } from '#ui/class-names.ts';

/** The box of WantedCard. */
export function WantedFrame({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={cx('flex items-center gap-4 rounded-l border border-line bg-surface p-3', className)}
    />
  );
}

/** As high as the card, so that the form below does not move when the title is there. */
export function WantedPlaceholder() {
  return (
    <WantedFrame aria-hidden="true" className="noscript:hidden">
      <span className="picture poster w-18 shrink-0" />
    </WantedFrame>
  );
}
