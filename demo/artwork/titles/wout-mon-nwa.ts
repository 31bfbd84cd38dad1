import { gouge, ribbon } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import { chalk, hibiscus, hibiscusDeep, mango, mangoLight, night, nightSoft, wine } from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, type Point, path, place, polygon, polygonPath, rect } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const mountain: Point[] = [
  [-20, 760],
  [70, 640],
  [120, 660],
  [210, 500],
  [262, 520],
  [352, 330],
  [392, 350],
  [470, 170],
  [520, 214],
  [560, 190],
  [640, 380],
  [676, 366],
  [748, 540],
  [780, 520],
  [840, 640],
  [840, 1220],
  [-20, 1220],
];
const hairpins: Point[] = [
  [500, 250],
  [560, 300],
  [440, 345],
  [420, 378],
  [600, 428],
  [628, 470],
  [350, 520],
  [322, 566],
  [620, 640],
  [706, 702],
  [600, 756],
  [420, 806],
];
/** The road grows from a thread to a carriageway. */
const road = ribbon(hairpins, (t) => 7 + 64 * t ** 2.2, 18);
const foot: Point[] = [
  [360, 790],
  [470, 766],
  [880, 1220],
  [-80, 1220],
  [322, 790],
];

function slopes(): string {
  const random = seeded(7);
  return all(150, () => {
    const t = random.next();
    const x = 470 + (random.next() - 0.5) * (120 + 900 * t);
    const y = 260 + 560 * t;
    const lean = (x - 480) * 0.28;
    const long = random.between(40, 130);
    return path(
      gouge([x, y], [x + lean * (long / 100), y + long], random.between(2, 5)),
      random.next() > 0.7 ? hibiscusDeep : '#2A1022',
    );
  });
}

/** One motorcycle, one beam, cut out of the dark. */
const rider = (scale: number, degrees: number): string =>
  place(
    0,
    0,
    path('M0 0L300 -92L330 20L318 64Z', mango, 'opacity="0.95"') +
      halftone(
        { x: 150, y: -80, w: 190, h: 150 },
        15,
        night,
        (x, y) => (Math.abs(y + 10) < 80 ? Math.max(0, (x - 150) / 420) : 0),
        30,
      ) +
      circle(0, 0, 17, mangoLight) +
      path('M-4 12L-60 14L-70 -16L-40 -24L-34 -58L-16 -60L-20 -24Z', hibiscus),
    { scale, degrees },
  );

const range = (): string => clip('ridge', path(polygonPath(mountain), '#fff'), slopes()) + path(road, chalk);

/** Lettering painted on the carriageway, wider towards the one who drives. */
const painted = (text: string, top: number, bottom: number, margin: number): string => {
  const left = (y: number): number => 322 - ((y - 790) * 402) / 430;
  const right = (y: number): number => 480 + ((y - 780) * 400) / 440;
  return envelope(text, {
    x: 0,
    w: 0,
    top: () => top,
    bottom: () => bottom,
    side: (u, v) => {
      const y = top + (bottom - top) * v;
      const [l, r] = [Math.max(34, left(y) + margin), Math.min(766, right(y) - margin)];
      return l + (r - l) * u;
    },
    ink: night,
  });
};

export const woutMonNwa: Title = {
  slug: 'wout-mon-nwa',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, hibiscus) +
        halftone({ x: 0, y: 0, w: 800, h: 760 }, 17, hibiscusDeep, (_, y) => 0.58 - y / 1100, 20) +
        polygon(mountain, night) +
        range() +
        polygon(foot, chalk) +
        place(330, 540, rider(0.62, -30)) +
        painted('WOUT', 838, 914, 26) +
        painted('MÒN', 966, 1054, 34) +
        painted('NWA', 1076, 1176, 60) +
        line('yon fim Wilner Jozèf', { x: 50, y: 76, size: 28, weight: 600, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, wine) +
        rect(0, 0, 1600, 900, hibiscus) +
        halftone({ x: 0, y: 0, w: 1600, h: 700 }, 19, hibiscusDeep, (_, y) => 0.6 - y / 1000, 20) +
        polygon(
          [
            [0, 900],
            [0, 420],
            [160, 330],
            [240, 380],
            [460, 210],
            [600, 420],
            [760, 360],
            [900, 560],
            [1600, 520],
            [1600, 900],
          ],
          nightSoft,
        ) +
        place(
          560,
          -150,
          polygon(mountain, night) + range() + polygon(foot, chalk) + place(330, 540, rider(0.62, -30)),
          { scale: 1.08 },
        ) +
        polygon(
          [
            [1440, 500],
            [1500, 470],
            [1540, 520],
            [1600, 470],
            [1600, 900],
            [1440, 900],
          ],
          night,
        ),
      night,
    ),
};
