import { curve } from '../draw/curves.ts';
import { boxOf, line, paint } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneLight,
  caneNight,
  chalk,
  hibiscus,
  indigoDeep,
  mango,
  mangoLight,
  night,
  nightSoft,
  petal,
  rose,
  rust,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, type Point, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { rings } from '../draw/texture.ts';
import { bannerSheet, episodeSheet, posterSheet, type Series } from '../draw/title.ts';

/** A leaning pole with crossarms, insulators and a box full of meters; foot at y = 0. */
const pole = (tall: number, ink: string, cup: string): string =>
  polygon(
    [
      [-15, 0],
      [-10, -tall],
      [10, -tall],
      [15, 0],
    ],
    ink,
  ) +
  [0, 62, 124]
    .map(
      (down, i) =>
        rect(-96 + i * 8, -tall + 24 + down, 192 - i * 16, 15, ink) +
        [-80, -40, 40, 80]
          .map(
            (x) =>
              rect(x * (1 - i * 0.08) - 6, -tall + 8 + down, 12, 18, cup) +
              circle(x * (1 - i * 0.08), -tall + 8 + down, 8, cup),
          )
          .join(''),
    )
    .join('') +
  rect(-44, -tall * 0.62, 60, 76, ink) +
  circle(-14, -tall * 0.62 + 28, 18, cup) +
  stroke(`M-14 ${-tall * 0.62 + 28}l9 -9`, ink, 4);

/** Cables from everywhere to everywhere, with loops where somebody gave up. */
function tangle(from: Point, to: Point, count: number, sag: number, ink: string, seed: number): string {
  const random = seeded(seed);
  return all(count, (i) => {
    const a: Point = [from[0] + random.between(-84, 84), from[1] + Math.floor(random.between(0, 3)) * 62];
    const b: Point = [to[0] + random.between(-84, 84), to[1] + Math.floor(random.between(0, 3)) * 62];
    const low = Math.max(a[1], b[1]) + sag * random.between(0.1, 1);
    const mid = (t: number): Point => [
      a[0] + (b[0] - a[0]) * t,
      a[1] + (b[1] - a[1]) * t + (low - (a[1] + b[1]) / 2) * 4 * t * (1 - t),
    ];
    const points: Point[] = [a, mid(0.25), mid(0.45)];
    if (i % 4 === 0) {
      const [x, y] = mid(0.5);
      const r = random.between(22, 60);
      points.push(
        [x + r, y + r * 0.6],
        [x + r * 0.4, y + r * 1.7],
        [x - r * 0.8, y + r * 1.1],
        [x - r * 0.2, y - r * 0.2],
      );
    }
    points.push(mid(0.58), mid(0.78), b);
    return stroke(curve(points), ink, random.pick([3, 4, 5, 7]));
  });
}

/** The one bulb, hanging from (0, 0). */
const bulb = (on: boolean, cord: number, ink: string): string =>
  (on
    ? circle(0, cord + 104, 150, mango, 'opacity="0.35"') +
      circle(0, cord + 104, 110, mango, 'opacity="0.6"') +
      rings(0, cord + 104, 152, 270, 19, mango, (t) => 0.36 * (1 - t))
    : '') +
  stroke(`M0 0L0 ${cord}`, ink, 8) +
  rect(-27, cord - 6, 54, 50, ink, 'rx="8"') +
  stroke(`M-27 ${cord + 10}L27 ${cord + 6}M-27 ${cord + 26}L27 ${cord + 22}`, caneLight, 4) +
  path(
    `M-26 ${cord + 44}C-34 ${cord + 70} -72 ${cord + 84} -72 ${cord + 128}C-72 ${cord + 172} -40 ${cord + 196} 0 ${cord + 196}C40 ${cord + 196} 72 ${cord + 172} 72 ${cord + 128}C72 ${cord + 84} 34 ${cord + 70} 26 ${cord + 44}Z`,
    on ? straw : nightSoft,
    `stroke="${ink}" stroke-width="7"`,
  ) +
  stroke(`M-12 ${cord + 48}L-22 ${cord + 120}l11 -18l11 18l11 -18l11 18L12 ${cord + 48}`, on ? rust : ink, 5);

const bird = (ink: string): string =>
  path('M-30 4C-20 -20 10 -26 26 -10L42 -12L30 0C26 18 -4 22 -16 12L-44 22Z', ink) +
  stroke('M-2 14L-2 26M8 14L8 26', ink, 3);
const shoes = (ink: string): string =>
  stroke('M0 0L-20 60M0 0L24 70', ink, 3) +
  path('M-38 60L-12 56L-8 74L-2 84L-42 88ZM8 68L34 66L38 84L46 94L4 98Z', ink);

/** A house that waits for the current, window dark or lit. */
const hut = (wall: string, lit: boolean): string =>
  rect(-70, -90, 140, 90, wall) +
  polygon(
    [
      [-84, -90],
      [-50, -134],
      [50, -134],
      [84, -90],
    ],
    night,
  ) +
  rect(-44, -66, 34, 34, lit ? mango : night) +
  rect(14, -70, 36, 70, night);

export const briKouran: Series = {
  slug: 'bri-kouran',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, cane) +
        place(108, 920, pole(830, night, chalk), { degrees: -4 }) +
        place(706, 920, pole(760, night, chalk), { degrees: 5 }) +
        tangle([60, 100], [764, 160], 34, 300, night, 5) +
        tangle([60, 110], [-80, 40], 6, 60, night, 6) +
        tangle([764, 170], [900, 60], 6, 60, night, 7) +
        stroke('M60 96Q400 230 764 158', night, 5) +
        place(400, 300, bulb(true, 140, night)) +
        place(280, 133, bird(hibiscus), { scale: 1.1 }) +
        place(519, 160, bird(chalk), { scale: -0.95, scaleY: 0.95 }) +
        place(228, 330, shoes(hibiscus)) +
        rect(0, 820, 800, 380, night) +
        paint(boxOf('BRI', { x: 56, y: 870, w: 292, h: 98 }), { fill: night, outline: [mango, 6] }) +
        paint(boxOf('KOURAN', { x: 52, y: 1004, w: 696, h: 124 }), { fill: mango }) +
        stroke('M402 918C470 830 560 980 620 900S720 860 742 940', mango, 5) +
        circle(742, 948, 12, mango) +
        stroke('M352 918L402 918', mango, 5) +
        line('yon seri komedi', { x: 52, y: 1174, size: 27, weight: 600, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, cane) +
        place(720, 960, pole(900, night, chalk), { degrees: -4 }) +
        place(1490, 960, pole(840, night, chalk), { degrees: 5 }) +
        tangle([660, 90], [1556, 150], 36, 330, night, 5) +
        tangle([1556, 150], [1720, 60], 6, 60, night, 7) +
        tangle([660, 90], [-100, 10], 8, 140, night, 8) +
        stroke('M660 80Q1110 260 1556 140', night, 6) +
        place(1110, 250, bulb(true, 130, night), { scale: 1.1 }) +
        place(985, 127, bird(hibiscus), { scale: 1.2 }) +
        place(1290, 145, bird(chalk), { scale: -1, scaleY: 1 }) +
        place(900, 380, shoes(hibiscus)) +
        rect(0, 852, 1600, 48, night),
      caneNight,
      0.97,
    ),
  episode: (number) => episodeSheet(scenes[(number - 1) % scenes.length]!()),
};

/** Current comes, current goes: six moods of the same wires. */
const scenes: readonly (() => string)[] = [
  () =>
    rect(0, 0, 640, 360, cane) +
    tangle([-20, 30], [680, 20], 14, 90, night, 3) +
    place(330, -20, bulb(true, 60, night), { scale: 1.1 }),
  () =>
    rect(0, 0, 640, 360, nightSoft) +
    tangle([-20, 20], [680, 40], 16, 130, night, 4) +
    place(420, -10, bulb(false, 90, night)) +
    place(160, 360, hut(indigoDeep, true), { scale: 1.3 }) +
    rings(126, 296, 34, 120, 12, mango, (t) => 0.3 * (1 - t)),
  () =>
    rect(0, 0, 640, 360, rose) +
    circle(430, 250, 120, mango) +
    place(150, 400, pole(380, night, chalk), { degrees: -3 }) +
    tangle([150, 50], [720, 40], 18, 120, night, 9) +
    place(420, 92, bird(hibiscus)) +
    place(500, 108, bird(chalk)),
  () =>
    rect(0, 0, 640, 360, mangoLight) +
    tangle([-30, 60], [680, 20], 22, 170, night, 12) +
    place(220, 130, shoes(hibiscus), { scale: 1.4 }) +
    place(460, 170, shoes(caneDeep), { scale: 1.1 }) +
    place(340, 64, bird(night), { scale: 1.2 }),
  () =>
    rect(0, 0, 640, 360, indigoDeep) +
    all(4, (i) =>
      place(90 + i * 156, 360, hut([petal, cane, rose, mangoLight][i]!, i === 2), { scale: 1.05 }),
    ) +
    tangle([-20, 20], [680, 10], 14, 120, night, 15) +
    rings(412, 308, 34, 110, 13, mango, (t) => 0.34 * (1 - t)),
  () =>
    rect(0, 0, 640, 360, hibiscus) +
    place(480, 430, pole(430, night, chalk), { degrees: 4 }) +
    tangle([-60, 50], [490, 40], 20, 150, night, 18) +
    place(240, 40, bulb(true, 40, night), { scale: 0.9 }),
];
