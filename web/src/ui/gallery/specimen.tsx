import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** One component with its name. */
export function Specimen({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('grid min-w-0 content-start gap-3', wide && 'col-span-full')}>
      <p className="text-sm text-soft">{name}</p>
      {children}
    </div>
  );
}
