import { late } from '../../ui/late-art.tsx';

/** Fetched when they are shown. */
export const drawings = {
  radio: late(() => import('../../ui/art/radio.tsx').then((module) => module.RadioArt)),
  key: late(() => import('../../ui/art/key-and-heart.tsx').then((module) => module.KeyAndHeartArt)),
  bird: late(() => import('../../ui/art/letter-bird.tsx').then((module) => module.LetterBirdArt)),
  sun: late(() => import('../../ui/art/sun-face.tsx').then((module) => module.SunFaceArt)),
  moon: late(() =>
    import('../../ui/art/moon-and-projector.tsx').then((module) => module.MoonAndProjectorArt),
  ),
  market: late(() => import('../../ui/art/market-woman.tsx').then((module) => module.MarketWomanArt)),
  drum: late(() => import('../../ui/art/drum.tsx').then((module) => module.DrumArt)),
};
