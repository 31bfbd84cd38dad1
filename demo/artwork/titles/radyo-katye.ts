import { box, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  chalkShade,
  hibiscus,
  hibiscusDeep,
  indigo,
  mango,
  mangoLight,
  night,
  petal,
  wine,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A small house with a tin roof, standing on y = 0. */
const house = (w: number, h: number, wall: string, roof: string, lit: boolean): string =>
  rect(0, -h, w, h, wall) +
  polygon(
    [
      [-8, -h],
      [w * 0.12, -h - w * 0.3],
      [w * 0.88, -h - w * 0.3],
      [w + 8, -h],
    ],
    roof,
  ) +
  all(5, (i) =>
    stroke(`M${w * (0.2 + i * 0.15)} ${-h - w * 0.28}L${w * (0.1 + i * 0.2)} ${-h - 2}`, night, 2),
  ) +
  rect(w * 0.16, -h * 0.7, w * 0.24, h * 0.34, lit ? mango : night) +
  rect(w * 0.58, -h * 0.62, w * 0.26, h * 0.62, night);

function quarter(width: number, seed: number): string {
  const random = seeded(seed);
  let svg = '';
  for (let row = 2; row >= 0; row--)
    for (let x = row * 40; x < width - 70 - row * 30; ) {
      const w = random.between(66, 108);
      svg += place(
        x,
        -row * 62,
        house(
          w,
          random.between(58, 92) + row * 8,
          random.pick([chalk, petal, mangoLight, cane, indigo]),
          random.pick([hibiscusDeep, caneDeep, '#5B6170']),
          random.next() > 0.45,
        ),
      );
      x += w + random.between(-6, 12);
    }
  return svg;
}

const waves = (cx: number, cy: number, colours: readonly string[]): string =>
  all(9, (i) => circle(cx, cy, 60 + (8 - i) * 78, colours[i % colours.length]!));

const dial = (x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, night, 'rx="18"') +
  rect(x + 10, y + 10, w - 20, h - 20, chalk, 'rx="10"') +
  all(41, (i) =>
    rect(x + 40 + (i * (w - 80)) / 40 - 2, y + h - 56 - (i % 5 ? 0 : 16), 4, i % 5 ? 18 : 34, night),
  ) +
  ['88', '92', '96', '100', '104', '108']
    .map((label, i) =>
      line(label, {
        x: x + 62 + (i * (w - 124)) / 5,
        y: y + 58,
        size: 34,
        align: 'middle',
        ink: i === 3 ? hibiscus : night,
      }),
    )
    .join('') +
  rect(x + w * 0.63, y + 6, 9, h - 12, hibiscus);

const knob = (x: number, y: number, r: number, degrees: number): string =>
  circle(x, y + 8, r, wine) +
  circle(x, y, r, chalk) +
  circle(x, y, r * 0.78, chalkShade) +
  place(
    x,
    y,
    all(28, (i) => rect(-2, -r, 4, r * 0.16, night, `transform="rotate(${i * 12.857})"`)) +
      rect(-5, -r * 0.72, 10, r * 0.46, hibiscus),
    { degrees },
  );

const grille = (x: number, y: number, w: number, h: number): string =>
  rect(x, y, w, h, hibiscusDeep, 'rx="22"') +
  halftone(
    { x: x + 26, y: y + 26, w: w - 52, h: h - 52 },
    24,
    night,
    (px, py) => {
      const d = Math.hypot(px - x - w / 2, (py - y - h / 2) * 1.2);
      return 0.2 + 0.18 * Math.cos(d / 26);
    },
    0,
  );

export const radyoKatye: Title = {
  slug: 'radyo-katye',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mango) +
        waves(668, 74, [mango, mangoLight]) +
        stroke('M600 470L668 74', night, 13) +
        circle(668, 74, 22, hibiscus) +
        place(56, 420, quarter(560, 21)) +
        rect(28, 412, 744, 830, hibiscusDeep, 'rx="52"') +
        rect(28, 400, 744, 830, hibiscus, 'rx="52"') +
        dial(66, 442, 668, 150) +
        box('RADYO', { x: 70, y: 632, w: 660, h: 118, ink: { fill: chalk, block: [wine, 8, 9] } }) +
        box('KATYE', { x: 70, y: 782, w: 660, h: 118, ink: { fill: mangoLight, block: [wine, 8, 9] } }) +
        grille(250, 938, 300, 224) +
        knob(148, 1034, 74, -40) +
        knob(652, 1034, 74, 60) +
        line('yon komedi Wilner Jozèf', { x: 44, y: 62, size: 27, weight: 700, ink: night }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mango) +
        waves(1440, 90, [mango, mangoLight]) +
        stroke('M1360 500L1440 90', night, 14) +
        circle(1440, 90, 24, hibiscus) +
        place(700, 452, quarter(760, 21)) +
        rect(560, 440, 1000, 560, hibiscusDeep, 'rx="56"') +
        rect(560, 428, 1000, 560, hibiscus, 'rx="56"') +
        dial(720, 476, 790, 150) +
        grille(900, 664, 430, 260) +
        knob(790, 776, 76, -40) +
        knob(1436, 776, 76, 60),
      wine,
      0.98,
    ),
};
