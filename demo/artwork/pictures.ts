import { adverts } from './banners/adverts.ts';
import { promotions } from './banners/promotions.ts';
import { strips } from './banners/strips.ts';
import { films, series } from './catalogue.ts';
import { emblems } from './emblems/emblems.ts';
import { placeholder } from './placeholder.ts';

/** One file of the buckets folder and how to draw it. */
export type Picture = { file: string; svg: () => string; quality: number };

const EPISODES = 6;

/** Every picture of the demo world, by the path it has inside its bucket folder. */
export function pictures(): Picture[] {
  const numbered = (name: string, draw: readonly (() => string)[]): Picture[] =>
    draw.map((svg, i) => ({ file: `banners/${name}-${i + 1}.avif`, svg, quality: 54 }));
  return [
    ...[...films, ...series].flatMap(({ slug, poster, banner }) => [
      { file: `artwork/posters/${slug}.avif`, svg: poster, quality: 54 },
      { file: `artwork/banners/${slug}.avif`, svg: banner, quality: 48 },
    ]),
    { file: 'artwork/posters/placeholder.avif', svg: placeholder, quality: 60 },
    ...series.flatMap(({ slug, episode }) =>
      Array.from({ length: EPISODES }, (_, i) => ({
        file: `artwork/episodes/${slug}-${i + 1}.avif`,
        svg: () => episode(i + 1),
        quality: 52,
      })),
    ),
    ...numbered('strip', strips),
    ...numbered('slide', adverts),
    ...numbered('promo', promotions),
    ...Object.entries(emblems).map(([name, svg]) => ({
      file: `profile-images/${name}.avif`,
      svg,
      quality: 64,
    })),
  ];
}
