import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** A table that scrolls sideways by itself; the page never does. Write thead, tbody, tr, th, td inside. */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer it is scrolled with the arrow keys
      tabIndex={0}
      className={cx(
        'relative w-full overflow-x-auto rounded-l contain-inline-size border border-line bg-surface',
        className,
      )}
    >
      <table
        className={cx(
          'w-full border-collapse text-start [&_td]:px-4 [&_td]:py-3 [&_td]:align-middle [&_th]:px-4 [&_th]:py-3 [&_th]:text-start',
          '[&_thead_th]:text-sm [&_thead_th]:font-semibold [&_thead_th]:whitespace-nowrap [&_thead_th]:text-soft',
          '[&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_tbody_tr:hover]:bg-surface-raised',
        )}
        {...rest}
      />
    </section>
  );
}
