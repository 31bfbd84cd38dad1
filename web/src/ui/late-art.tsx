import { type ComponentType, lazy, Suspense } from 'react';
import type { ArtProps } from './art/cut-metal.tsx';
import { cx } from './class-names.ts';

/**
 * A drawing that is fetched when it is shown. Where it cannot be fetched its place stays empty: some of the pages
 * with a drawing tell of a lost network.
 */
export function late(load: () => Promise<ComponentType<ArtProps>>): ComponentType<ArtProps> {
  return lazy(async () => ({ default: await load().catch(() => Place) }));
}

/** `<LateArt of={RoosterArt} className="h-64" />` */
export function LateArt({ of: Art, className }: ArtProps & { of: ComponentType<ArtProps> }) {
  return (
    <Suspense fallback={<Place className={className} />}>
      <Art className={className} />
    </Suspense>
  );
}

function Place({ className }: ArtProps) {
  return <span className={cx('block', className)} />;
}
