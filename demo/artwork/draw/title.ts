import { group, rect, sheet } from './svg.ts';
import { halftone } from './texture.ts';

const POSTER = { w: 800, h: 1200 } as const;
const BANNER = { w: 1600, h: 900 } as const;
const EPISODE = { w: 640, h: 360 } as const;

/** What a film brings: a poster with its lettering, and the same world recomposed wide without any. */
export type Title = { slug: string; poster: () => string; banner: () => string };
/** A series also has a still for every episode, counted from 1. */
export type Series = Title & { episode: (number: number) => string };

export const posterSheet = (content: string): string => sheet(POSTER.w, POSTER.h, content);
export const episodeSheet = (content: string): string => sheet(EPISODE.w, EPISODE.h, content, '0 0 640 360');

/** A banner keeps its left third quiet: white text stands there. The dark runs out in printer's dots. */
export function bannerSheet(content: string, dark: string, strength = 0.94): string {
  const [solid, end] = [450, 800];
  const dots = halftone({ x: solid, y: 0, w: end - solid, h: BANNER.h }, 15, dark, (x) =>
    x < solid - 16 ? 0 : 0.74 * (1 - Math.max(0, x - solid) / (end - solid)) ** 0.85,
  );
  const quiet = group(rect(0, 0, solid, BANNER.h, dark) + dots, `opacity="${strength}"`);
  return sheet(BANNER.w, BANNER.h, content + quiet);
}
