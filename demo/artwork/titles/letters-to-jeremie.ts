import { line, ring } from '../draw/lettering.ts';
import {
  chalk,
  chalkShade,
  hibiscus,
  indigo,
  indigoDeep,
  lagoon,
  lagoonLight,
  mango,
  petal,
  rose,
  straw,
} from '../draw/palette.ts';
import { all, circle, clip, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** Airmail stripes in a strip, leaning, red and blue in turn. */
const edge = (id: string, x: number, y: number, w: number, h: number): string =>
  clip(
    id,
    rect(x, y, w, h, '#fff'),
    rect(x, y, w, h, chalk) +
      all(Math.ceil((w + h) / 58) + 4, (i) => {
        const left = x - h - 40 + i * 58;
        return polygon(
          [
            [left, y + h],
            [left + h, y],
            [left + h + 34, y],
            [left + 34, y + h],
          ],
          i % 2 ? hibiscus : indigo,
        );
      }),
  );

/** Four states of a letter on its way: shut, open, half wing, bird. Each about 200 wide around the origin. */
const shut =
  rect(-100, -66, 200, 132, chalk) +
  edgeDashes() +
  stroke('M-96 -62L0 14L96 -62', chalkShade, 5) +
  circle(0, 14, 15, hibiscus);
function edgeDashes(): string {
  return all(
    10,
    (i) =>
      rect(-100 + i * 20, 56, 12, 10, i % 2 ? hibiscus : indigo) +
      rect(-100 + i * 20, -66, 12, 10, i % 2 ? indigo : hibiscus),
  );
}
const opened =
  polygon(
    [
      [-100, -40],
      [0, -130],
      [100, -40],
    ],
    chalkShade,
  ) +
  rect(-66, -96, 132, 90, straw) +
  all(3, (i) => rect(-46, -80 + i * 18, 92 - i * 20, 5, indigo)) +
  polygon(
    [
      [-100, -40],
      [0, 30],
      [100, -40],
      [100, 66],
      [-100, 66],
    ],
    chalk,
  ) +
  all(10, (i) => rect(-100 + i * 20, 56, 12, 10, i % 2 ? hibiscus : indigo));
const winged =
  polygon(
    [
      [-20, 20],
      [-150, -70],
      [-40, -40],
    ],
    chalkShade,
  ) +
  polygon(
    [
      [20, 10],
      [150, -90],
      [40, -50],
    ],
    chalk,
  ) +
  polygon(
    [
      [-70, -30],
      [70, -40],
      [50, 60],
      [-60, 50],
    ],
    chalk,
  ) +
  polygon(
    [
      [-70, -30],
      [0, 20],
      [70, -40],
    ],
    chalkShade,
  ) +
  polygon(
    [
      [-60, 50],
      [50, 60],
      [52, 48],
      [-61, 39],
    ],
    hibiscus,
  );
const bird =
  polygon(
    [
      [-20, 20],
      [-70, -120],
      [40, -20],
    ],
    chalkShade,
  ) +
  polygon(
    [
      [-150, 50],
      [-10, -6],
      [60, 10],
      [-10, 56],
    ],
    chalk,
  ) +
  polygon(
    [
      [0, 0],
      [60, -150],
      [96, -10],
      [40, 30],
    ],
    chalk,
  ) +
  polygon(
    [
      [60, 10],
      [96, -12],
      [150, -8],
      [104, 14],
    ],
    chalk,
  ) +
  polygon(
    [
      [104, 14],
      [150, -8],
      [126, -9],
    ],
    mango,
  ) +
  polygon(
    [
      [60, -150],
      [70, -110],
      [52, -94],
      [42, -104],
    ],
    hibiscus,
  ) +
  polygon(
    [
      [46, -92],
      [56, -82],
      [40, -62],
      [28, -66],
    ],
    indigo,
  ) +
  polygon(
    [
      [-150, 50],
      [-110, 34],
      [-84, 45],
      [-120, 51],
    ],
    indigo,
  );

const stamp = (id: string): string =>
  rect(-96, -118, 192, 236, chalk) +
  all(12, (i) => circle(-96, -108 + i * 19.6, 6, petal) + circle(96, -108 + i * 19.6, 6, petal)) +
  all(10, (i) => circle(-88 + i * 19.6, -118, 6, petal) + circle(-88 + i * 19.6, 118, 6, petal)) +
  clip(
    id,
    rect(-78, -100, 156, 200, '#fff'),
    rect(-78, -100, 156, 200, lagoonLight) +
      circle(30, -36, 36, mango) +
      path('M-90 30C-50 -10 -20 20 10 -4C40 -20 60 10 90 0L90 110L-90 110Z', lagoon) +
      path('M-40 44L34 44L20 66L-28 66Z', hibiscus) +
      path('M-4 40L-4 -34L36 34Z', chalk),
  );
const postmark =
  circle(0, 0, 82, 'none', `stroke="${indigoDeep}" stroke-width="6"`) +
  circle(0, 0, 56, 'none', `stroke="${indigoDeep}" stroke-width="4"`) +
  all(4, (i) => stroke(`M78 ${-36 + i * 24}q24 -14 48 0t48 0t48 0`, indigoDeep, 5));

const flight = (letters: readonly (readonly [string, number, number, number, number])[]): string =>
  letters
    .map(
      ([what, x, y, scale, degrees]) =>
        place(x + 10 * scale, y + 14 * scale, recolour(what), { scale, degrees }) +
        place(x, y, what, { scale, degrees }),
    )
    .join('');
/** The same folds in one darker ink: their shadow on the paper. */
const recolour = (svg: string): string => svg.replaceAll(/(fill|stroke)="#[0-9A-Fa-f]{6}"/g, `$1="${rose}"`);

export const lettersToJeremie: Title = {
  slug: 'letters-to-jeremie',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, petal) +
        flight([
          [shut, 190, 712, 1.1, -10],
          [opened, 400, 606, 0.94, 6],
          [winged, 570, 470, 0.86, -8],
          [bird, 392, 338, 0.84, -12],
          [bird, 220, 190, 0.66, -18],
          [bird, 210, 440, 0.46, -6],
          [bird, 118, 320, 0.36, -14],
        ]) +
        place(626, 206, stamp('stamp'), { degrees: 4 }) +
        place(
          494,
          140,
          postmark +
            ring('JÉRÉMIE', { cx: 0, cy: 0, r: 62, degrees: -90, size: 21, tracking: 0.12, ink: indigoDeep }),
          { degrees: -12 },
        ) +
        line('Letters', { x: 84, y: 930, size: 178, tracking: -0.03, lean: 0.14, ink: indigoDeep }) +
        line('to Jérémie', { x: 84, y: 1066, size: 126, tracking: -0.03, lean: 0.14, ink: hibiscus }) +
        rect(84, 1088, 632, 4, indigoDeep) +
        line('a film by Marisol Toussaint', { x: 84, y: 1128, size: 27, weight: 500, ink: indigoDeep }) +
        edge('top', 0, 0, 800, 40) +
        edge('foot', 0, 1160, 800, 40) +
        place(40, 0, edge('left', 0, 0, 1200, 40), { degrees: 90 }) +
        place(800, 0, edge('right', 0, 0, 1200, 40), { degrees: 90 }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, petal) +
        flight([
          [shut, 780, 700, 1.3, -10],
          [opened, 1010, 560, 1.15, 6],
          [winged, 1210, 420, 1.05, -8],
          [bird, 1330, 270, 1, -12],
          [bird, 1080, 200, 0.7, -18],
          [bird, 920, 320, 0.5, -6],
          [bird, 1470, 540, 0.6, -14],
        ]) +
        place(1440, 720, stamp('stamp'), { scale: 0.9, degrees: -6 }) +
        edge('top', 0, 0, 1600, 40) +
        edge('foot', 0, 860, 1600, 40),
      indigoDeep,
      0.97,
    ),
};
