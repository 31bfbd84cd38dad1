import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { controlClass } from './input.tsx';

/** The browser's own select with our styles: it opens natively on phones and televisions. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={cx('relative', className)}>
      <select className={cx(controlClass, 'appearance-none pe-10')} {...rest}>
        {children}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-soft" />
    </div>
  );
}
