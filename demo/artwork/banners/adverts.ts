import { curve, leaf, ribbon } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneLight,
  caneNight,
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  hibiscusDeep,
  mango,
  mangoDeep,
  mangoLight,
  night,
  rust,
  straw,
  wine,
} from '../draw/palette.ts';
import { all, circle, clip, type Point, path, place, polar, rect, sheet, stroke } from '../draw/svg.ts';
import { halftone, rings } from '../draw/texture.ts';

const [w, h] = [1600, 900];

/** A coffee branch with its cherries, growing from left to right. */
const branch = (long: number): string =>
  stroke(
    curve([
      [0, 0],
      [long * 0.4, -30],
      [long * 0.75, 10],
      [long, -20],
    ]),
    caneNight,
    10,
  ) +
  all(6, (i) => {
    const x = 40 + (i * long) / 6.4;
    const side = i % 2 ? 1 : -1;
    return (
      path(leaf([x, -14], [x + 110, side * 150 - 10], 46, side * 16), i % 3 ? cane : caneDeep) +
      path(leaf([x, -14], [x + 92, side * 120 - 10], 4), caneNight) +
      all(
        4,
        (k) =>
          circle(
            x + 26 + k * 22 - (k > 1 ? 34 : 0),
            -side * (24 + (k % 2) * 26) - 12,
            19,
            k % 3 ? hibiscus : mango,
          ) + circle(x + 20 + k * 22 - (k > 1 ? 34 : 0), -side * (24 + (k % 2) * 26) - 18, 5, chalk),
      )
    );
  });

/** “Kafe Tè Wouj”: a cup from above, red earth all around. */
const coffee = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, rust) +
      all(11, (i) =>
        path(
          `${curve([
            [-20, 120 + i * 84],
            [400, 60 + i * 86],
            [820, 130 + i * 82],
            [1240, 70 + i * 86],
            [1640, 130 + i * 80],
          ])}L1640 920L-20 920Z`,
          i % 2 ? '#97391A' : '#B54A24',
        ),
      ) +
      circle(1152, 462, 330, wine, 'opacity="0.55"') +
      circle(1140, 440, 326, chalk) +
      circle(1140, 440, 306, 'none', `stroke="${hibiscus}" stroke-width="14"`) +
      circle(1140, 440, 206, chalkShade) +
      place(
        1140,
        440,
        rect(150, -30, 122, 60, chalkShade, 'rx="30"') + rect(150, -22, 114, 44, chalk, 'rx="22"'),
        { degrees: -32 },
      ) +
      circle(1140, 440, 190, chalk) +
      circle(1140, 440, 166, cocoa) +
      rings(1140, 440, 92, 162, 15, rust, (t) => 0.1 + 0.3 * t) +
      stroke(
        curve(Array.from({ length: 15 }, (_, i): Point => polar(1140, 440, 8 + i * 4.6, i * 52))),
        mangoDeep,
        9,
      ) +
      place(700, 820, branch(860), { degrees: -4 }) +
      line('Kafe', { x: 110, y: 300, size: 168, tracking: -0.02, ink: chalk }) +
      line('Tè Wouj', {
        x: 110,
        y: 462,
        size: 168,
        tracking: -0.03,
        ink: { fill: mango, block: [wine, 8, 9] },
      }) +
      line('Yon tas anvan fim nan.', { x: 116, y: 556, size: 46, weight: 600, ink: straw }) +
      line('GRIYE NAN MÒN YO', { x: 116, y: 150, size: 28, weight: 700, tracking: 0.12, ink: straw }),
  );

/** The anole whose throat is a loudspeaker. Its nose points left. */
const lizard = (): string => {
  const trunk: Point[] = [
    [-250, -52],
    [-190, -110],
    [-90, -124],
    [20, -90],
    [180, -84],
    [340, -50],
    [450, 30],
    [440, 92],
    [300, 96],
    [120, 74],
    [0, 50],
    [-90, 20],
    [-180, 0],
    [-246, -14],
  ];
  const tail: Point[] = [
    [420, 60],
    [560, 110],
    [640, 30],
    [560, -50],
    [490, -10],
    [520, 40],
  ];
  const leg = (points: readonly Point[]): string =>
    path(
      ribbon(points, (t) => 44 - 22 * t),
      cane,
    ) +
    all(4, (i) => {
      const [x, y] = points.at(-1)!;
      const [tx, ty] = polar(x, y, 38, 30 + i * 40);
      return stroke(`M${x} ${y}L${tx} ${ty}`, cane, 11) + circle(tx, ty, 9, cane);
    });
  return (
    path(
      ribbon(tail, (t) => 74 * (1 - t) + 6),
      cane,
    ) +
    leg([
      [330, 60],
      [370, 140],
      [300, 190],
    ]) +
    leg([
      [110, 40],
      [140, 130],
      [70, 176],
    ]) +
    path(curve(trunk, true), cane) +
    path('M-200 -6C-150 0 -100 14 -60 34C-80 150 -160 190 -214 160C-236 110 -226 40 -200 -6Z', hibiscus) +
    all(4, (i) =>
      stroke(
        `M${-196 + i * 26} ${14 + i * 4}Q${-206 + i * 22} ${90 - i * 6} ${-196 + i * 18} ${150 - i * 14}`,
        hibiscusDeep,
        6,
      ),
    ) +
    circle(-136, -66, 30, chalk) +
    circle(-142, -66, 16, night) +
    stroke('M-246 -30C-210 -34 -170 -30 -120 -16', caneNight, 7) +
    clip(
      'back',
      path(curve(trunk, true), '#fff'),
      halftone(
        { x: -60, y: -100, w: 520, h: 170 },
        22,
        caneLight,
        (x, y) => (y < -20 + (x - 100) * 0.16 ? 0.24 : 0),
        20,
      ),
    )
  );
};

/** “Radyo Zandolit”: the sound starts in the throat. */
const radio = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, mango) +
      all(12, (i) => circle(850, 580, 1240 - i * 104, i % 2 ? mangoLight : mango)) +
      circle(850, 580, 96, straw) +
      path('M-20 900L-20 840C400 790 900 850 1620 780L1620 920L-20 920Z', night) +
      path(
        ribbon(
          [
            [1640, 700],
            [1300, 690],
            [1000, 726],
            [760, 718],
          ],
          (t) => 64 - 40 * t,
        ),
        cocoa,
      ) +
      path(leaf([800, 716], [700, 640], 26, 10), caneDeep) +
      path(leaf([820, 724], [730, 800], 24, -10), caneDeep) +
      place(1010, 540, lizard(), { scale: 0.92 }) +
      line('Radyo', { x: 110, y: 250, size: 150, tracking: -0.03, ink: night }) +
      line('Zandolit', {
        x: 110,
        y: 396,
        size: 150,
        tracking: -0.03,
        ink: { fill: hibiscus, outline: [chalk, 8] },
      }) +
      line('94.1 FM', { x: 114, y: 490, size: 72, ink: night }) +
      line('Mizik depi douvanjou.', { x: 116, y: 872, size: 42, weight: 600, ink: chalk }),
  );

export const adverts: readonly (() => string)[] = [coffee, radio];
