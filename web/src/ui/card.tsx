import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { Slot } from './slot.tsx';

type CardProps = ComponentProps<'div'> & {
  /** With a hover effect, for cards that are or contain one link. */
  interactive?: boolean | undefined;
  asChild?: boolean | undefined;
};

/** A panel with a border. */
export function Card({ interactive, asChild, className, ...rest }: CardProps) {
  const Wall = asChild ? Slot : 'div';
  return (
    <Wall
      className={cx(
        'rounded-l border border-line bg-surface p-5 shadow-shade sm:p-6',
        interactive && 'transition-colors hover:border-line-strong hover:bg-surface-raised',
        className,
      )}
      {...rest}
    />
  );
}
