import { late } from '../../../ui/late-art.tsx';

/** For what is empty, missing or out of reach: fetched when it is shown. */
export const drawings = {
  drum: late(() => import('../../../ui/art/drum.tsx').then(({ DrumArt }) => DrumArt)),
  rooster: late(() => import('../../../ui/art/rooster.tsx').then(({ RoosterArt }) => RoosterArt)),
  lamp: late(() => import('../../../ui/art/lamp.tsx').then(({ LampArt }) => LampArt)),
};
