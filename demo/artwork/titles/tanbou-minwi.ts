import { curve } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import {
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  indigoDeep,
  mango,
  mangoDeep,
  night,
  nightSoft,
  rust,
  straw,
  wine,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, ellipse, type Point, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { rings, specks } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A forearm in a rolled sleeve that turns around (0, 0) like the hand of a clock; it points up. */
const hand = (skin: string, sleeve: string): string => {
  const finger = (x: number, y: number, long: number, degrees: number): string =>
    place(
      x,
      y,
      rect(-14, -long, 28, long + 30, skin, 'rx="14"') + rect(-8, -long + 5, 16, 17, rust, 'rx="7"'),
      { degrees },
    );
  return (
    path(
      `${curve([
        [-34, 20],
        [-32, -70],
        [-46, -118],
        [-44, -168],
        [44, -168],
        [48, -118],
        [32, -70],
        [34, 20],
      ])}Z`,
      skin,
    ) +
    finger(-31, -158, 76, -8) +
    finger(-9, -166, 98, -2) +
    finger(14, -166, 92, 4) +
    finger(36, -154, 68, 11) +
    place(-42, -104, rect(-15, -76, 30, 92, skin, 'rx="15"'), { degrees: -40 }) +
    path('M-42 -36L42 -36L50 36Q0 70 -50 36Z', sleeve) +
    rect(-46, -44, 92, 18, chalk, 'rx="9"')
  );
};

/** The drumhead is a clock: lacing pegs for hours, both hands on twelve. */
const head = (cx: number, cy: number, r: number): string => {
  const random = seeded(31);
  return (
    circle(cx, cy, r + 34, night) +
    circle(cx, cy, r + 26, mangoDeep) +
    all(60, (i) => {
      const [a, b] = [polar(cx, cy, r + 28, i * 6), polar(cx, cy, r + 4, i * 6 + 5)];
      return stroke(`M${a}L${b}`, straw, 5);
    }) +
    circle(cx, cy, r, chalk) +
    rings(cx, cy, r * 0.66, r - 4, 16, chalkShade, (t) => 0.14 + 0.34 * t) +
    circle(cx, cy, r * 0.44, chalkShade, 'opacity="0.55"') +
    specks(random, { x: cx - r * 0.6, y: cy - r * 0.6, w: r * 1.2, h: r * 1.2 }, 90, chalkShade, 6) +
    all(12, (i) => {
      const big = i % 3 === 0;
      const [x, y] = polar(cx, cy, r - 38, i * 30 - 90);
      return place(x, y, rect(big ? -8 : -5, -20, big ? 16 : 10, 40, i === 0 ? hibiscus : night), {
        degrees: i * 30,
      });
    })
  );
};

const stars = (w: number, h: number, count: number): string => {
  const random = seeded(5);
  return all(count, () =>
    circle(
      random.between(0, w),
      random.between(0, h),
      random.between(1.5, 4.5),
      random.pick([chalk, mango, indigoDeep]),
    ),
  );
};

/** The staves below the head, tied with zigzag rope. */
function barrel(cx: number, top: number, bottom: number, wide: number, narrow: number): string {
  const count = 9;
  const bend = 70;
  const edge = (t: number, u: number): Point => {
    const half = wide + (narrow - wide) * t;
    return [cx + (u * 2 - 1) * half, top + (bottom - top) * t + bend * (1 - (u * 2 - 1) ** 2) - 30];
  };
  const staves = all(count, (i) => {
    const [a, b, c, d] = [
      edge(0, i / count),
      edge(0, (i + 1) / count),
      edge(1, (i + 1) / count),
      edge(1, i / count),
    ];
    return path(`M${a}L${b}L${c}L${d}Z`, i % 2 ? hibiscus : '#C42434');
  });
  return staves;
}

export const tanbouMinwi: Title = {
  slug: 'tanbou-minwi',
  poster: () => {
    const smile = (middle: number, deep: number) => (u: number) => middle + deep * (1 - (u * 2 - 1) ** 2);
    const rope = all(9, (i) => {
      const [u0, u1, u2] = [i / 9, (i + 0.5) / 9, (i + 1) / 9];
      const top = (u: number): string => `${70 + u * 660} ${734 + 66 * (1 - (u * 2 - 1) ** 2)}`;
      const foot = (u: number): string => `${86 + u * 628} ${838 + 70 * (1 - (u * 2 - 1) ** 2)}`;
      return stroke(`M${top(u0)}L${foot(u1)}L${top(u2)}`, straw, 7);
    });
    return posterSheet(
      rect(0, 0, 800, 1200, indigoDeep) +
        stars(800, 300, 70) +
        barrel(400, 560, 1320, 356, 270) +
        rope +
        head(400, 426, 340) +
        place(372, 500, hand(cocoa, hibiscus), { scale: 1.16, degrees: -17 }) +
        place(436, 520, hand('#22100F', indigoDeep), { scale: 1.28, degrees: 5 }) +
        circle(404, 536, 30, mango) +
        circle(404, 536, 12, night) +
        envelope('TANBOU', {
          x: 108,
          w: 584,
          top: smile(868, 72),
          bottom: smile(962, 70),
          ink: { fill: chalk, block: [wine, 6, 8] },
        }) +
        envelope('MINWI', {
          x: 128,
          w: 544,
          top: smile(990, 68),
          bottom: smile(1084, 64),
          ink: { fill: mango, block: [wine, 6, 8] },
        }) +
        line('yon fim mizik', { x: 40, y: 58, size: 26, weight: 600, ink: straw }) +
        line('Jan-Wobè Lwi', { x: 760, y: 58, size: 26, weight: 600, align: 'right', ink: straw }),
    );
  },
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, indigoDeep) +
        stars(1600, 500, 130) +
        ellipse(1130, 900, 620, 130, nightSoft) +
        barrel(1130, 520, 1300, 398, 300) +
        head(1130, 430, 380) +
        place(1100, 510, hand(cocoa, hibiscus), { scale: 1.28, degrees: -17 }) +
        place(1172, 532, hand('#22100F', indigoDeep), { scale: 1.4, degrees: 5 }) +
        circle(1136, 548, 32, mango) +
        circle(1136, 548, 13, night),
      night,
    ),
};
