import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { cx } from './class-names.ts';

type Props = HTMLAttributes<HTMLElement>;

/** Gives its properties to its only child, in place of an element of its own; see `asChild` of Button and Card. */
export function Slot({ children, ...given }: Props & { children?: ReactNode }) {
  const child = children as ReactElement<Props>;
  const own = child.props;
  const onClick =
    given.onClick && own.onClick
      ? (event: Parameters<NonNullable<Props['onClick']>>[0]) => {
          own.onClick?.(event);
          given.onClick?.(event);
        }
      : (own.onClick ?? given.onClick);
  return cloneElement(child, {
    ...given,
    ...own,
    className: cx(given.className, own.className),
    ...(onClick && { onClick }),
  });
}
