import { type ComponentType, Suspense } from 'react';
import type { ArtProps } from './art/cut-metal.tsx';
import { cx } from './class-names.ts';
import { lazyDecoration } from './lazy-decoration.ts';

export type Drawing = keyof typeof drawings;

/** Each is loaded when it is shown. */
const drawings = {
  bird: lazyDrawing(() => import('./art/mail-bird.tsx').then((art) => art.MailBirdArt)),
  drum: lazyDrawing(() => import('./art/drum.tsx').then((art) => art.DrumArt)),
  key: lazyDrawing(() => import('./art/key-and-heart.tsx').then((art) => art.KeyAndHeartArt)),
  lamp: lazyDrawing(() => import('./art/lamp.tsx').then((art) => art.LampArt)),
  market: lazyDrawing(() => import('./art/market-woman.tsx').then((art) => art.MarketWomanArt)),
  mermaid: lazyDrawing(() => import('./art/mermaid-lasiren.tsx').then((art) => art.MermaidLasirenArt)),
  projector: lazyDrawing(() => import('./art/moon-and-projector.tsx').then((art) => art.MoonAndProjectorArt)),
  radio: lazyDrawing(() => import('./art/radio.tsx').then((art) => art.RadioArt)),
  rooster: lazyDrawing(() => import('./art/rooster.tsx').then((art) => art.RoosterArt)),
  sun: lazyDrawing(() => import('./art/sun-face.tsx').then((art) => art.SunFaceArt)),
};

function lazyDrawing(load: () => Promise<ComponentType<ArtProps>>): ComponentType<ArtProps> {
  return lazyDecoration(load, Place);
}

/** `<LazyIllustration of="rooster" className="h-64" />` */
export function LazyIllustration({ of, className }: ArtProps & { of: Drawing }) {
  const Art = drawings[of];
  return (
    <Suspense fallback={<Place className={className} />}>
      <Art className={className} />
    </Suspense>
  );
}

function Place({ className }: ArtProps) {
  return <span className={cx('block', className)} />;
}
