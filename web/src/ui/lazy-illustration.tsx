import { type ComponentType, lazy, Suspense } from 'react';
import type { ArtProps } from './art/cut-metal.tsx';
import { cx } from './class-names.ts';

export type Drawing = keyof typeof drawings;

/** Each is loaded when it is shown. */
const drawings = {
  bird: late(() => import('./art/mail-bird.tsx').then((art) => art.MailBirdArt)),
  drum: late(() => import('./art/drum.tsx').then((art) => art.DrumArt)),
  key: late(() => import('./art/key-and-heart.tsx').then((art) => art.KeyAndHeartArt)),
  lamp: late(() => import('./art/lamp.tsx').then((art) => art.LampArt)),
  market: late(() => import('./art/market-woman.tsx').then((art) => art.MarketWomanArt)),
  mermaid: late(() => import('./art/mermaid-lasiren.tsx').then((art) => art.MermaidLasirenArt)),
  projector: late(() => import('./art/moon-and-projector.tsx').then((art) => art.MoonAndProjectorArt)),
  radio: late(() => import('./art/radio.tsx').then((art) => art.RadioArt)),
  rooster: late(() => import('./art/rooster.tsx').then((art) => art.RoosterArt)),
  sun: late(() => import('./art/sun-face.tsx').then((art) => art.SunFaceArt)),
};

/** Stays empty where it cannot be loaded: some pages with an illustration report a lost network. */
function late(load: () => Promise<ComponentType<ArtProps>>): ComponentType<ArtProps> {
  return lazy(async () => ({ default: await load().catch(() => Place) }));
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
