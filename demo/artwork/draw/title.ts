import { group, rect, sheet } from './svg.ts';
import { halftone } from './texture.ts';

const POSTER = { w: 800, h: 1200 } as const;
const BANNER = { w: 1600, h: 900 } as const;
const EPISODE = { w: 640, h: 360 } as const;

/** The artwork of a film: a poster with lettering, and a wide banner without. */
export type Title = { slug: string; poster: () => string; banner: () => string };
/** A series also has a still for every episode, counted from 1. */
export type Series = Title & { episode: (number: number) => string };

export const posterSheet = (content: string): string => sheet(POSTER.w, POSTER.h, content);
export const episodeSheet = (content: string): string => sheet(EPISODE.w, EPISODE.h, content, '0 0 640 360');

/** Darkens the left third of a banner for white text; the edge fades out in halftone dots. */
export function bannerSheet(content: string, dark: string, strength = 0.94): string {
  const [solid, end] = [450, 800];
  const dots = halftone({ x: solid, y: 0, w: end - solid, h: BANNER.h }, 15, dark, (x) =>
    x < solid - 16 ? 0 : 0.74 * (1 - Math.max(0, x - solid) / (end - solid)) ** 0.85,
  );
  const quiet = group(rect(0, 0, solid, BANNER.h, dark) + dots, `opacity="${strength}"`);
  return sheet(BANNER.w, BANNER.h, content + quiet);
}
