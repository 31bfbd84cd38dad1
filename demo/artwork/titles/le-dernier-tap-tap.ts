import { box, envelope, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  lagoon,
  lagoonLight,
  mango,
  mangoDeep,
  mangoLight,
  night,
  petal,
  rust,
} from '../draw/palette.ts';
import { band, rays, star } from '../draw/shapes.ts';
import { all, circle, ellipse, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const basket = (w: number, h: number, colour: string): string =>
  path(`M${-w / 2} ${-h}L${w / 2} ${-h}L${w * 0.4} 0L${-w * 0.4} 0Z`, colour) +
  all(4, (i) =>
    stroke(
      `M${-w * 0.46 + i * 4} ${-h + 16 + i * (h / 4.6)}L${w * 0.46 - i * 4} ${-h + 16 + i * (h / 4.6)}`,
      cocoa,
      4,
      `stroke-dasharray="13 9" stroke-dashoffset="${i * 11}"`,
    ),
  );
const sack = (w: number, h: number, colour: string): string =>
  path(
    `M${-w / 2} 0C${-w * 0.62} ${-h * 0.6} ${-w * 0.4} ${-h} 0 ${-h}C${w * 0.4} ${-h} ${w * 0.62} ${-h * 0.6} ${w / 2} 0Z`,
    colour,
  ) +
  polygon(
    [
      [-20, -h - 26],
      [20, -h - 26],
      [8, -h + 4],
      [-8, -h + 4],
    ],
    colour,
  );
const suitcase = (w: number, h: number, colour: string): string =>
  rect(-w / 2, -h, w, h, colour, 'rx="12"') +
  rect(-w * 0.3, -h, 14, h, night) +
  rect(w * 0.3 - 14, -h, 14, h, night) +
  stroke(`M-26 ${-h}q0 -22 26 -22q26 0 26 22`, night, 9);
const chair = (colour: string): string =>
  stroke('M-40 0L-40 -150M40 0L40 -80M-40 -70L40 -70M-40 -146L-26 -146M-40 -112L-28 -112', colour, 11) +
  rect(-44, -82, 92, 16, colour);
const goat =
  path(
    'M-70 -60C-60 -96 30 -98 62 -92L78 -132C70 -150 84 -160 92 -150C104 -172 120 -160 112 -148L140 -122C142 -110 130 -104 118 -110L104 -100C108 -70 84 -46 60 -40L58 0L44 0L42 -34L-38 -34L-44 0L-58 0L-56 -36C-76 -34 -82 -48 -70 -60Z',
    chalk,
  ) +
  path('M92 -150C76 -184 58 -182 52 -176C72 -170 80 -158 84 -146Z', mangoDeep) +
  circle(112, -132, 4, night) +
  path('M118 -110L112 -88L124 -106Z', chalk);

/** Everything somebody owns, on the roof. The rack is at y = 0. */
const load =
  place(-206, 0, sack(150, 130, petal)) +
  place(-70, 0, suitcase(150, 110, hibiscus)) +
  place(84, 0, basket(170, 120, mango)) +
  all(5, (i) => circle(30 + i * 28, -126 - (i % 2) * 12, 22, i % 2 ? cane : hibiscus)) +
  place(218, 0, suitcase(130, 150, cane)) +
  place(-130, -112, suitcase(200, 70, mangoLight)) +
  place(40, -146, sack(150, 110, chalk)) +
  place(-176, -182, chair(mangoDeep), { degrees: -6 }) +
  place(196, -150, basket(140, 96, rust)) +
  place(-34, -184, basket(130, 80, lagoonLight)) +
  place(60, -246, goat, { scale: 0.88 }) +
  stroke('M-296 -8C-200 -210 -60 -280 60 -250C180 -220 270 -120 300 -8', night, 5);

/** The front of the bus, 640 wide; roof edge at y = 0, road at y = 640. Lettering is left to the poster. */
const front =
  ellipse(0, 648, 390, 26, night) +
  rect(-262, 560, 104, 96, night, 'rx="18"') +
  rect(158, 560, 104, 96, night, 'rx="18"') +
  path('M-310 560L-322 150Q-320 20 -286 0L286 0Q320 20 322 150L310 560Z', hibiscus) +
  band(-316, 200, 632, 26, 'diamonds', [indigo, mango, chalk]) +
  rect(-276, 44, 264, 146, indigoDeep, 'rx="26"') +
  rect(12, 44, 264, 146, indigoDeep, 'rx="26"') +
  polygon(
    [
      [-250, 186],
      [-170, 48],
      [-120, 48],
      [-200, 186],
    ],
    lagoon,
  ) +
  polygon(
    [
      [40, 186],
      [120, 48],
      [150, 48],
      [70, 186],
    ],
    lagoon,
  ) +
  path('M100 190C100 138 126 124 150 124C174 124 200 138 200 190Z', cocoa) +
  circle(150, 100, 34, cocoa) +
  path('M112 92Q150 40 188 92L204 98L110 98Z', mango) +
  all(17, (i) => circle(-272 + i * 34, 48, 14, [mango, chalk, cane][i % 3]!)) +
  rect(-240, 388, 480, 110, night, 'rx="20"') +
  all(11, (i) => rect(-222 + i * 41.5, 400, 26, 86, i % 2 ? mango : chalk)) +
  [-246, 246]
    .map(
      (x) =>
        circle(x, 438, 76, indigo) +
        path(star(x, 438, 76, 56, 16), mango) +
        circle(x, 438, 50, chalk) +
        circle(x, 438, 32, mangoLight) +
        circle(x, 438, 14, night),
    )
    .join('') +
  band(-330, 528, 660, 48, 'eyes', [cane, chalk, night]) +
  rect(-70, 536, 140, 34, mango, 'rx="6"');

const board =
  path('M-340 0Q-330 -104 -180 -118Q-80 -124 0 -150Q80 -124 180 -118Q330 -104 340 0Z', indigo) +
  path('M-322 -10Q-312 -88 -176 -100Q-80 -106 0 -130Q80 -106 176 -100Q312 -88 322 -10Z', mango);

export const leDernierTapTap: Title = {
  slug: 'le-dernier-tap-tap',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, lagoonLight) +
        path(rays(400, 1160, 0, 1500, 40, 0.5), '#A9D9D6') +
        rect(0, 1130, 800, 70, caneDeep) +
        place(400, 430, load, { scale: 1 }) +
        place(400, 520, front) +
        place(400, 524, board) +
        envelope('LE DERNIER', {
          x: 128,
          w: 544,
          top: (u) => 452 - 34 * Math.sin(u * Math.PI),
          bottom: (u) => 508 - 6 * Math.sin(u * Math.PI),
          ink: indigoDeep,
        }) +
        box('TAP-TAP', {
          x: 104,
          y: 766,
          w: 592,
          h: 122,
          ink: { fill: chalk, outline: [night, 7], block: [mango, 8, 10] },
        }) +
        line('un film de Jude Bélizaire', {
          x: 400,
          y: 1186,
          size: 26,
          weight: 600,
          align: 'middle',
          ink: chalk,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, lagoonLight) +
        path(rays(1130, 860, 0, 1800, 56, 0.5), '#A9D9D6') +
        rect(0, 846, 1600, 54, caneDeep) +
        place(1130, 292, load, { scale: 0.78 }) +
        place(1130, 360, front, { scale: 0.8 }) +
        place(1130, 362, board, { scale: 0.8 }) +
        place(
          1130,
          362,
          path(star(0, -62, 40, 17, 5), hibiscus) +
            path(star(-130, -54, 28, 12, 5), indigo) +
            path(star(130, -54, 28, 12, 5), indigo),
          { scale: 0.8 },
        ) +
        band(886, 556, 488, 64, 'petals', [indigo, chalk, hibiscusDeep]),
      indigoDeep,
      0.97,
    ),
};
