import { curve, ribbon, samples } from '../draw/curves.ts';
import { along, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  mango,
  mangoLight,
  night,
  petal,
  rust,
  sky,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, type Point, path, place, polar, polygon, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A six-cornered paper kite with a fringe, radius 100 around the origin. */
function kite(colours: readonly [string, string, string]): string {
  const corner = (i: number): Point => polar(0, 0, 100, i * 60 - 90);
  const panes = all(6, (i) => polygon([[0, 0], corner(i), corner(i + 1)], colours[i % 3]!));
  const fringe = all(6, (i) => {
    const [a, b] = [corner(i), corner(i + 1)];
    return all(7, (k) => {
      const t = (k + 0.5) / 7;
      const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      const [ox, oy] = [x * 1.22, y * 1.22];
      const [nx, ny] = [(b[0] - a[0]) * 0.05, (b[1] - a[1]) * 0.05];
      return polygon(
        [
          [x - nx, y - ny],
          [ox - nx, oy - ny],
          [ox + nx, oy + ny],
          [x + nx, y + ny],
        ],
        colours[(i + k) % 3]!,
      );
    });
  });
  const sticks = stroke(
    `M${corner(0)}L${corner(3)}M${corner(1)}L${corner(4)}M${corner(2)}L${corner(5)}`,
    night,
    4,
  );
  return fringe + panes + circle(0, 0, 30, colours[1]) + sticks + circle(0, 0, 12, night);
}

const tail = (points: readonly Point[], colour: string): string => {
  const spots = samples(points, 3);
  return (
    stroke(curve(points), night, 3) +
    spots
      .slice(2)
      .map(([x, y], i) =>
        place(
          x,
          y,
          polygon(
            [
              [-17, -9],
              [0, 0],
              [-17, 9],
            ],
            colour,
          ) +
            polygon(
              [
                [17, -9],
                [0, 0],
                [17, 9],
              ],
              colour,
            ),
          { degrees: i * 47 },
        ),
      )
      .join('')
  );
};

/** Tin roofs in rows, ridged like the sheets they are made of. */
function roofs(w: number, top: number, rows: number, seed: number): string {
  const random = seeded(seed);
  let svg = '';
  for (let row = 0; row < rows; row++)
    for (let x = -60 - random.next() * 60; x < w + 40; ) {
      const wide = random.between(130, 230);
      const y = top + row * 74 + random.between(-12, 26);
      const lean = random.between(-34, 34);
      const [tin, rib] = random.pick([
        [rust, '#7E2F14'],
        [hibiscus, hibiscusDeep],
        [indigoLight, indigo],
        ['#8C93AC', '#676F8C'],
        [straw, mangoLight],
        [cane, caneDeep],
      ] as const);
      svg += rect(x + 8, y + 60, wide - 16, 120, night);
      svg += rect(x + wide * 0.3, y + 92, 36, 40, random.next() > 0.5 ? mango : indigoDeep);
      svg += polygon(
        [
          [x + 22 + lean, y],
          [x + wide - 22 + lean, y],
          [x + wide, y + 78],
          [x, y + 78],
        ],
        tin,
      );
      const ribs = Math.round(wide / 17);
      svg += all(ribs, (i) =>
        stroke(
          `M${x + 26 + lean + (i * (wide - 52)) / (ribs - 1)} ${y + 3}L${x + 5 + (i * (wide - 10)) / (ribs - 1)} ${y + 75}`,
          rib,
          4,
        ),
      );
      x += wide + random.between(-16, 8);
    }
  return svg;
}

const boy =
  path(
    'M-26 0L-20 -70L-30 -78C-32 -112 -26 -132 -8 -140L60 -196L70 -186L20 -120L18 -70L28 0L12 0L0 -54L-10 0Z',
    indigoDeep,
  ) +
  circle(-10, -162, 24, cocoa) +
  path('M-34 -166Q-12 -198 16 -172L30 -170L-34 -158Z', hibiscus);

const cloth: Point[] = [
  [150, 436],
  [262, 500],
  [420, 520],
  [590, 470],
  [700, 486],
  [726, 588],
  [640, 660],
  [470, 668],
  [300, 640],
  [170, 672],
  [80, 772],
];

export const theKiteSeason: Title = {
  slug: 'the-kite-season',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, sky) +
        circle(640, 960, 330, petal) +
        circle(640, 960, 230, chalk) +
        stroke(`M210 250C330 560 600 760 598 860`, night, 3) +
        path(
          ribbon(cloth, (t) => 118 - 40 * t ** 6),
          hibiscusDeep,
          'transform="translate(8 10)"',
        ) +
        path(
          ribbon(cloth, (t) => 118 - 40 * t ** 6),
          hibiscus,
        ) +
        place(212, 262, kite([mango, chalk, indigo]), { scale: 1.72, degrees: 12 }) +
        tail(
          [
            [600, 250],
            [650, 300],
            [620, 340],
            [680, 384],
            [740, 380],
          ],
          hibiscus,
        ) +
        place(590, 176, kite([cane, mangoLight, hibiscus]), { scale: 0.84, degrees: -10 }) +
        tail(
          [
            [420, 128],
            [440, 180],
            [410, 220],
            [450, 270],
          ],
          indigo,
        ) +
        place(420, 84, kite([indigo, petal, mango]), { scale: 0.5, degrees: 20 }) +
        tail(
          [
            [722, 84],
            [744, 120],
            [726, 160],
          ],
          indigo,
        ) +
        place(716, 60, kite([hibiscus, chalk, cane]), { scale: 0.34, degrees: -6 }) +
        along('THE KITE', cloth.slice(0, 5), {
          size: 100,
          tracking: 0.03,
          align: 'middle',
          lift: -33,
          ink: chalk,
        }) +
        along('SEASON', cloth.slice(5).reverse(), {
          size: 100,
          tracking: 0.06,
          align: 'middle',
          lift: -33,
          ink: chalk,
        }) +
        roofs(800, 880, 5, 13) +
        place(560, 902, boy, { scale: 0.84 }) +
        line('a film by Ronald Germain', {
          x: 776,
          y: 1174,
          size: 26,
          weight: 600,
          align: 'right',
          ink: { fill: chalk, outline: [night, 7] },
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, sky) +
        circle(1180, 660, 340, petal) +
        circle(1180, 660, 240, chalk) +
        stroke('M1010 260C1080 460 1240 560 1262 640', night, 3) +
        tail(
          [
            [1010, 420],
            [980, 480],
            [1060, 540],
            [1010, 600],
            [900, 640],
          ],
          hibiscus,
        ) +
        place(1010, 250, kite([mango, chalk, indigo]), { scale: 1.7, degrees: 12 }) +
        tail(
          [
            [1450, 320],
            [1480, 380],
            [1440, 420],
            [1490, 470],
          ],
          hibiscus,
        ) +
        place(1440, 230, kite([cane, mangoLight, hibiscus]), { scale: 1, degrees: -10 }) +
        tail(
          [
            [1250, 130],
            [1270, 180],
            [1240, 220],
          ],
          indigo,
        ) +
        place(1250, 90, kite([indigo, petal, mango]), { scale: 0.56, degrees: 20 }) +
        place(790, 110, kite([hibiscus, chalk, cane]), { scale: 0.42, degrees: -6 }) +
        roofs(1600, 690, 4, 14) +
        place(1226, 700, boy, { scale: 0.9 }),
      indigoDeep,
      0.96,
    ),
};
