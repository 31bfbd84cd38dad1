import { gouge, leaf } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneLight,
  caneNight,
  chalk,
  lagoon,
  lagoonLight,
  mangoLight,
  mint,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, clip, ellipse, type Point, path, polar, rect } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** Falling water between x and x + w: threads of different length. */
function fall(x: number, w: number, h: number): string {
  const random = seeded(17);
  return (
    rect(x, 0, w, h, lagoonLight) +
    all(Math.round(w / 5), () => {
      const at = x + random.next() * w;
      const top = random.between(-200, h * 0.8);
      return path(
        gouge([at, top], [at, top + random.between(160, 520)], random.between(2, 9)),
        random.pick([chalk, chalk, mint, lagoon]),
      );
    })
  );
}

/** The moon that is nowhere but in the water, sliced by ripples. */
function moon(id: string, cx: number, cy: number, r: number): string {
  const slices = all(15, (i) => {
    const t = i / 14;
    const y = cy - r + 2 * r * t;
    const thick = 6 + 22 * (1 - Math.abs(t - 0.42) * 1.5);
    return ellipse(cx + (i % 2 ? 12 : -12) * (1 + t * 2), y, r * 1.25, Math.max(4, thick), straw);
  });
  const disc = ellipse(cx, cy, r, r * 0.92, '#fff');
  return (
    ellipse(cx, cy, r + 34, (r + 34) * 0.92, lagoon) +
    clip(id, disc, rect(cx - r * 2, cy - r * 2, r * 4, r * 4, mangoLight) + slices)
  );
}

const ripples = (cx: number, cy: number, r: number, count: number, ink: string): string =>
  all(count, (i) =>
    ellipse(
      cx,
      cy,
      r + 46 * i + i * i * 3,
      (r + 46 * i + i * i * 3) * 0.62,
      'none',
      `stroke="${ink}" stroke-width="${10 - i}" stroke-dasharray="${90 + i * 36} ${26 + i * 9}"`,
    ),
  );

/** Large leaves cut from one paper, all growing out of one edge. */
function thicket(
  feet: readonly Point[],
  colour: string,
  vein: string,
  long: number,
  spread: readonly [number, number],
  seed: number,
): string {
  const random = seeded(seed);
  return feet
    .map((foot) => {
      const angle = random.between(...spread);
      const tip = polar(foot[0], foot[1], long * random.between(0.75, 1.1), angle);
      const wide = long * random.between(0.13, 0.2);
      const bend = random.between(-24, 24);
      const mid = polar(foot[0], foot[1], long * 0.86, angle);
      return path(leaf(foot, tip, wide, bend), colour) + path(gouge(foot, mid, 4, bend * 0.6), vein);
    })
    .join('');
}

const column = (x: number, from: number, to: number, count: number): Point[] =>
  Array.from({ length: count }, (_, i): Point => [x, from + ((to - from) * i) / (count - 1)]);

export const lalinNanBasen: Title = {
  slug: 'lalin-nan-basen',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, caneNight) +
        fall(270, 260, 660) +
        rect(0, 640, 800, 560, '#0F5560') +
        clip('pool', rect(0, 650, 800, 560, '#fff'), ripples(400, 892, 276, 6, lagoon)) +
        moon('moon', 400, 892, 258) +
        all(26, (i) =>
          ellipse(
            270 + ((i * 53) % 260),
            640 + ((i * 17) % 34),
            24 + ((i * 7) % 22),
            13,
            i % 3 ? chalk : mint,
          ),
        ) +
        thicket(column(-30, -40, 560, 10), caneDeep, caneNight, 380, [-40, 20], 3) +
        thicket(column(830, -40, 560, 10), caneDeep, caneNight, 380, [160, 220], 4) +
        thicket(column(-40, 0, 520, 7), cane, caneDeep, 270, [-30, 22], 5) +
        thicket(column(840, 0, 520, 7), cane, caneDeep, 270, [158, 210], 6) +
        thicket(
          [
            [20, 1250],
            [110, 1270],
            [-50, 1140],
          ],
          cane,
          caneDeep,
          230,
          [-100, -60],
          8,
        ) +
        thicket(
          [
            [780, 1250],
            [690, 1270],
            [850, 1140],
          ],
          cane,
          caneDeep,
          230,
          [-120, -80],
          9,
        ) +
        envelope('LALIN', {
          x: 196,
          w: 408,
          top: (u) => 812 - 60 * Math.sin(u * Math.PI),
          bottom: () => 900,
          ink: caneNight,
        }) +
        envelope('NAN BASEN', {
          x: 196,
          w: 408,
          top: () => 924,
          bottom: (u) => 984 + 50 * Math.sin(u * Math.PI),
          ink: caneNight,
        }) +
        line('yon fim Darline Sentil', {
          x: 400,
          y: 1176,
          size: 26,
          weight: 600,
          align: 'middle',
          ink: caneLight,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, caneNight) +
        fall(980, 330, 460) +
        rect(0, 440, 1600, 460, '#0F5560') +
        clip('pool', rect(0, 450, 1600, 460, '#fff'), ripples(1140, 660, 240, 9, lagoon)) +
        moon('moon', 1140, 660, 216) +
        all(34, (i) =>
          ellipse(
            980 + ((i * 53) % 330),
            440 + ((i * 17) % 34),
            24 + ((i * 7) % 22),
            13,
            i % 3 ? chalk : mint,
          ),
        ) +
        thicket(
          Array.from({ length: 9 }, (_, i): Point => [560 + i * 46, -30]),
          caneDeep,
          caneNight,
          330,
          [60, 130],
          3,
        ) +
        thicket(
          Array.from({ length: 8 }, (_, i): Point => [1330 + i * 40, -30]),
          caneDeep,
          caneNight,
          400,
          [60, 130],
          12,
        ) +
        thicket(column(1640, 40, 560, 8), cane, caneDeep, 340, [140, 210], 4) +
        thicket(
          [
            [1480, 940],
            [1570, 930],
            [1630, 860],
          ],
          cane,
          caneDeep,
          260,
          [-130, -80],
          9,
        ),
      caneNight,
    ),
};
