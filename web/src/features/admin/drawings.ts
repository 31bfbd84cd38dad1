import { late } from '../../ui/late-art.tsx';

/** For what is empty or missing: fetched when it is shown. */
export const drawings = {
  moon: late(() =>
    import('../../ui/art/moon-and-projector.tsx').then(({ MoonAndProjectorArt }) => MoonAndProjectorArt),
  ),
  lamp: late(() => import('../../ui/art/lamp.tsx').then(({ LampArt }) => LampArt)),
  bird: late(() => import('../../ui/art/letter-bird.tsx').then(({ LetterBirdArt }) => LetterBirdArt)),
};
