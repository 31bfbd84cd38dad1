import { Children, isValidElement, type ReactNode } from 'react';
import { moveGridFocus } from './move-grid-focus.ts';

export const GRID =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 xl:grid-cols-6 lg:gap-x-6 lg:gap-y-10';

/** `sizes` of a poster in this grid. */
export const GRID_SIZES =
  '(min-width: 80rem) 13rem, (min-width: 64rem) 17vw, (min-width: 48rem) 22vw, (min-width: 40rem) 29vw, 44vw';

/** A grid of cards; the children need keys. Arrow keys move the focus, also those of a remote control. */
export function TitleGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} onKeyDown={moveGridFocus} className={GRID}>
      {Children.toArray(children).map((child, at) => (
        <li key={isValidElement(child) ? child.key : at} className="relative min-w-0">
          {child}
        </li>
      ))}
    </ul>
  );
}
