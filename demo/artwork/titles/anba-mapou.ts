import { curve, ribbon } from '../draw/curves.ts';
import { box, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneLight,
  caneNight,
  chalk,
  hibiscus,
  mango,
  mangoLight,
  mint,
  straw,
} from '../draw/palette.ts';
import { type Random, seeded } from '../draw/random.ts';
import { all, circle, type Point, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { halftone, rings } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A root wanders, thins and forks; the forks do the same. */
function root(
  random: Random,
  from: Point,
  degrees: number,
  long: number,
  thick: number,
  ink: string,
): string {
  const points: Point[] = [from];
  let heading = degrees;
  for (let i = 0; i < 4; i++) {
    points.push(polar(...points.at(-1)!, long / 4, heading));
    heading += random.between(-34, 34) + (90 - heading) * 0.12;
  }
  let svg = path(
    ribbon(points, (t) => thick * (1 - t) ** 0.8 + 1.4, 8),
    ink,
  );
  if (thick > 7)
    for (const i of [1, 2, 3]) {
      const side = random.next() > 0.5 ? 1 : -1;
      svg += root(
        random,
        points[i]!,
        heading + side * random.between(20, 62),
        long * random.between(0.42, 0.66),
        thick * (1 - i / 4) * 0.72,
        ink,
      );
    }
  return svg;
}

const roots = (cx: number, y: number, spread: number, long: number, ink: string, seed: number): string => {
  const random = seeded(seed);
  return all(13, (i) => {
    const t = i / 12;
    const lean = (t - 0.5) * 2;
    return root(
      random,
      [cx + lean * spread, y],
      90 - lean * 66,
      long * (1 - Math.abs(lean) * 0.16) * random.between(0.8, 1.1),
      34 - 12 * Math.abs(lean),
      ink,
    );
  });
};

/** Clouds of leaves, each on its own bough. */
const crowns: readonly (readonly [x: number, y: number, r: number])[] = [
  [-440, -330, 104],
  [-330, -440, 110],
  [-150, -500, 120],
  [40, -540, 112],
  [220, -480, 124],
  [380, -400, 106],
  [470, -300, 88],
  [-230, -330, 70],
  [250, -320, 74],
];

/** Trunk with its wall-like buttresses and the crowns above; ground at y = 0. */
const tree = (ink: string, light: string): string =>
  path(
    'M-330 4C-200 -10 -150 -60 -110 -140C-84 -200 -84 -230 -78 -270L78 -270C84 -230 84 -200 110 -140C150 -60 200 -10 330 4Z',
    ink,
  ) +
  [-1, 1]
    .map((side) =>
      stroke(
        `M${side * 16} -260C${side * 20} -180 ${side * 20} -80 ${side * 70} -4M${side * 50} -250C${side * 56} -180 ${side * 90} -70 ${side * 176} -4`,
        light,
        7,
      ),
    )
    .join('') +
  crowns
    .map(([x, y]) =>
      path(
        ribbon(
          [
            [x * 0.12, -230],
            [x * 0.3, -300],
            [x * 0.72, (y - 300) / 2 + 20],
            [x, y],
          ],
          (t) => 46 - 32 * t,
        ),
        ink,
      ),
    )
    .join('') +
  crowns
    .map(([x, y, r], i) => {
      const edge = Array.from({ length: 11 }, (_, k): Point => {
        const [ex, ey] = polar(0, 0, r * (k % 2 ? 0.9 : 1.1), k * (360 / 11) + i * 17);
        return [x + ex * 1.12, y + ey * 0.72];
      });
      return (
        path(curve(edge, true), i % 3 === 1 ? caneDeep : ink) +
        halftone(
          { x: x - r, y: y - r, w: 2 * r, h: 2 * r },
          17,
          light,
          (px, py) => Math.max(0, 0.44 - Math.hypot((px - x) / 1.1, (py - y + r * 0.24) * 1.5) / (r * 1.5)),
          30 + i * 11,
        )
      );
    })
    .join('') +
  [-480, -400, -300, 300, 420]
    .map((x, i) =>
      stroke(`M${x} ${-300 - (i % 2) * 60}C${x + 8} -240 ${x - 10} -210 ${x + 2} ${-170 + i * 9}`, ink, 5),
    )
    .join('');

const chamber = (cx: number, cy: number, r: number): string =>
  circle(cx, cy, r, mango) +
  rings(cx, cy, r * 0.45, r, 15, mangoLight, (t) => 0.44 * (1 - t)) +
  circle(cx, cy, r * 0.42, straw) +
  rings(cx, cy, r + 10, r * 1.6, 17, mango, (t) => 0.32 * (1 - t));

/** A child with a lamp, feet at y = 0. */
const child =
  path('M-34 0C-34 -60 -30 -110 -16 -126L18 -126C32 -108 36 -60 38 0Z', hibiscus) +
  circle(0, -154, 30, caneNight) +
  circle(-30, -172, 14, caneNight) +
  circle(30, -172, 14, caneNight) +
  stroke('M16 -112L66 -96L66 -84', caneNight, 11) +
  rect(52, -84, 28, 38, chalk, 'rx="6"') +
  stroke('M-14 0L-14 20M16 0L16 20', caneNight, 12);

const buried =
  place(
    120,
    780,
    path('M-56 0C-20 -40 30 -36 52 -4L84 -30L84 30L52 4C30 36 -20 40 -56 0Z', caneLight) +
      circle(-24, -6, 6, caneNight),
    { degrees: 18 },
  ) +
  place(690, 700, path('M0 -34L8 -8L34 0L8 8L0 34L-8 8L-34 0L-8 -8Z', straw)) +
  place(96, 590, path('M0 -24L6 -6L24 0L6 6L0 24L-6 6L-24 0L-6 -6Z', straw)) +
  place(664, 886, circle(0, 0, 32, caneLight) + circle(12, -8, 28, caneNight)) +
  place(196, 920, path('M0 -18L5 -5L18 0L5 5L0 18L-5 5L-18 0L-5 -5Z', straw));

export const anbaMapou: Title = {
  slug: 'anba-mapou',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 440, mint) +
        circle(400, 190, 150, chalk) +
        rect(0, 436, 800, 764, caneNight) +
        place(400, 440, tree(caneNight, cane), { scale: 0.72 }) +
        halftone(
          { x: 0, y: 450, w: 800, h: 600 },
          26,
          caneDeep,
          (_, y) => Math.max(0, 0.34 - (y - 450) / 1500),
          10,
        ) +
        roots(400, 438, 190, 420, mint, 24) +
        buried +
        chamber(400, 800, 128) +
        place(394, 892, child, { scale: 0.92 }) +
        box('ANBA', { x: 48, y: 1000, w: 250, h: 100, ink: mango }) +
        box('MAPOU', { x: 326, y: 1000, w: 426, h: 100, ink: chalk }) +
        line('yon fim Esther Labossière', {
          x: 400,
          y: 1160,
          size: 27,
          weight: 600,
          align: 'middle',
          ink: caneLight,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 380, mint) +
        circle(1110, 170, 140, chalk) +
        rect(0, 376, 1600, 524, caneNight) +
        place(1110, 380, tree(caneNight, cane), { scale: 0.62 }) +
        halftone(
          { x: 0, y: 390, w: 1600, h: 510 },
          26,
          caneDeep,
          (_, y) => Math.max(0, 0.34 - (y - 390) / 1400),
          10,
        ) +
        roots(1110, 378, 260, 430, mint, 24) +
        place(740, -60, buried) +
        chamber(1110, 700, 128) +
        place(1104, 792, child, { scale: 0.92 }),
      caneNight,
      0.97,
    ),
};
