import { leaf } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneNight,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  lagoon,
  lagoonLight,
  mango,
  mangoDeep,
  mangoLight,
  night,
  nightSoft,
  petal,
  rose,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { band, rays, scallops, star } from '../draw/shapes.ts';
import { all, circle, path, place, polygon, rect, sheet, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';

const [w, h] = [1280, 720];

/** The festival: a projector beam leaves a carnival mouth and becomes the background of the lettering. */
const festival = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, indigoDeep) +
      path(rays(1010, 330, 0, 1400, 36, 0.4), indigo) +
      all(9, (i) =>
        path(
          leaf(
            [1010, 330],
            [
              1010 + 400 * Math.cos(((-168 + i * 19.5) * Math.PI) / 180),
              330 + 340 * Math.sin(((-168 + i * 19.5) * Math.PI) / 180),
            ],
            44,
          ),
          [hibiscus, mango, cane][i % 3]!,
          `stroke="${night}" stroke-width="5"`,
        ),
      ) +
      path(
        'M800 330C790 190 900 130 1010 130C1120 130 1230 190 1220 330C1214 500 1120 620 1010 630C900 620 806 500 800 330Z',
        mango,
        `stroke="${night}" stroke-width="8"`,
      ) +
      [-1, 1]
        .map(
          (side) =>
            path(
              `M${1010 + side * 30} 320C${1010 + side * 56} 250 ${1010 + side * 150} 250 ${1010 + side * 176} 316C${1010 + side * 150} 370 ${1010 + side * 60} 370 ${1010 + side * 30} 320Z`,
              night,
            ) +
            circle(1010 + side * 102, 314, 34, chalk) +
            circle(1010 + side * 102, 314, 18, hibiscus) +
            circle(1010 + side * 130, 430, 36, hibiscus),
        )
        .join('') +
      path(
        'M1010 300C1024 360 1036 400 1046 430C1030 448 990 448 974 430C984 400 996 360 1010 300Z',
        hibiscusDeep,
      ) +
      path('M872 476C950 512 1070 512 1148 476C1136 566 1064 596 1010 596C956 596 884 566 872 476Z', night) +
      path('M892 496C960 524 1060 524 1128 496C1118 540 1070 556 1010 556C950 556 902 540 892 496Z', chalk) +
      path(
        'M818 250C840 170 920 134 1010 132C1100 134 1180 170 1202 250C1130 214 1080 206 1010 214C940 206 890 214 818 250Z',
        indigo,
      ) +
      [-110, -56, 0, 56, 110]
        .map((x, i) => path(star(1010 + x, 176 + Math.abs(i - 2) * 8, 22, 9, 5), mangoLight))
        .join('') +
      polygon(
        [
          [0, 120],
          [560, 60],
          [640, 400],
          [0, 480],
        ],
        hibiscus,
      ) +
      line('Festival', { x: 64, y: 236, size: 104, tracking: -0.02, ink: chalk }) +
      line('Sinema', { x: 64, y: 326, size: 104, tracking: -0.02, ink: chalk }) +
      line('Jakmèl', { x: 64, y: 416, size: 104, tracking: -0.02, ink: mangoLight }) +
      line('Uit jou, karant fim', { x: 66, y: 560, size: 46, weight: 700, ink: mango }) +
      band(0, 668, w, 52, 'diamonds', [hibiscusDeep, mango, chalk]),
  );

/** Cinema under the stars: a sheet between two trees, hats and head wraps in front. */
const openAir = (): string => {
  const random = seeded(61);
  const hats = [mango, hibiscus, straw, rose, chalk, lagoonLight];
  return sheet(
    w,
    h,
    rect(0, 0, w, h, night) +
      all(120, () =>
        path(
          star(random.between(0, w), random.between(0, 380), random.between(2, 8), 1.4, 4),
          random.pick([chalk, mangoLight, indigoLight]),
        ),
      ) +
      polygon(
        [
          [250, 110],
          [1030, 110],
          [1030, 500],
          [250, 500],
        ],
        chalk,
      ) +
      stroke('M180 70L250 110M1100 70L1030 110M180 560L250 500M1100 560L1030 500', straw, 5) +
      [170, 1110]
        .map(
          (x) =>
            path(
              `M${x - 26} 640C${x - 14} 400 ${x - 18} 240 ${x - 10} 60L${x + 12} 60C${x + 16} 240 ${x + 14} 400 ${x + 30} 640Z`,
              caneNight,
            ) +
            path(scallops(x, 50, 128, 13, 16), caneDeep) +
            path(scallops(x - 10, 40, 84, 10, 13), cane) +
            all(5, (i) => circle(x - 80 + i * 40, 150 + (i % 2) * 26, 9, mango)),
        )
        .join('') +
      line('Sinema', { x: 640, y: 268, size: 124, align: 'middle', tracking: -0.02, ink: indigo }) +
      line('anba zetwal', { x: 640, y: 384, size: 112, align: 'middle', tracking: -0.03, ink: hibiscus }) +
      line('Chak samdi swa · antre gratis', {
        x: 640,
        y: 456,
        size: 36,
        weight: 700,
        align: 'middle',
        ink: night,
      }) +
      all(3, (row) =>
        all(13 + row, (i) =>
          place(
            -20 + i * (1320 / (12 + row)) + (row % 2) * 40,
            610 + row * 58,
            path(
              'M-50 110C-52 40 -30 20 0 20C30 20 52 40 50 110Z',
              [nightSoft, indigoDeep, '#0A0C16'][row]!,
            ) +
              circle(0, 0, 27, cocoa) +
              ((i + row) % 3 === 0
                ? path('M-46 -6Q0 -62 46 -6Q0 -18 -46 -6Z', hats[(i * 5 + row) % 6]!)
                : path(
                    'M-28 -2C-32 -40 32 -40 28 -2C14 -14 -14 -14 -28 -2Z',
                    (i + row) % 3 === 1 ? hats[(i * 7 + row) % 6]! : night,
                  )),
          ),
        ),
      ),
  );
};

/** A film as a present: the reel is the parcel, the ribbon is film. */
const gift = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, cane) +
      halftone({ x: 0, y: 0, w, h }, 26, caneDeep, (x, y) => 0.06 + ((x + y) / (w + h)) * 0.34, 45) +
      circle(932, 388, 262, caneNight) +
      circle(920, 370, 262, mango) +
      circle(920, 370, 232, mangoDeep) +
      circle(920, 370, 216, mango) +
      all(6, (i) => place(920, 370, circle(0, -136, 56, caneDeep), { degrees: i * 60 })) +
      circle(920, 370, 36, caneDeep) +
      rect(884, 100, 72, 540, hibiscus) +
      rect(650, 334, 540, 72, hibiscus) +
      all(14, (i) => rect(892, 112 + i * 38, 12, 18, chalk) + rect(936, 112 + i * 38, 12, 18, chalk)) +
      all(14, (i) => rect(662 + i * 38, 342, 18, 12, chalk) + rect(662 + i * 38, 386, 18, 12, chalk)) +
      path(
        'M920 370C820 300 700 260 720 180C740 110 880 190 920 370C960 190 1100 110 1120 180C1140 260 1020 300 920 370Z',
        hibiscus,
        `stroke="${hibiscusDeep}" stroke-width="9"`,
      ) +
      path(
        'M910 352C840 300 760 250 770 206C790 180 870 240 910 352ZM930 352C1000 300 1080 250 1070 206C1050 180 970 240 930 352Z',
        hibiscusDeep,
      ) +
      circle(920, 366, 38, hibiscus, `stroke="${hibiscusDeep}" stroke-width="9"`) +
      line('Bay yon', { x: 72, y: 270, size: 124, tracking: -0.03, ink: chalk }) +
      line('fim kado', {
        x: 72,
        y: 392,
        size: 124,
        tracking: -0.03,
        ink: { fill: mangoLight, block: [caneNight, 6, 7] },
      }) +
      line('Yon ti mesaj, yon gwo istwa.', { x: 76, y: 480, size: 36, weight: 600, ink: chalk }),
  );

/** Short films: a pencil that is a strip of film. */
const shorts = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, petal) +
      path(rays(1180, 640, 0, 1600, 30, 0.5), '#FAD8CD') +
      place(
        860,
        400,
        rect(-430, -92, 640, 184, night) +
          all(13, (i) => rect(-416 + i * 49, -80, 26, 22, petal) + rect(-416 + i * 49, 58, 26, 22, petal)) +
          all(4, (i) => rect(-416 + i * 157, -44, 142, 88, [lagoon, mango, hibiscus, indigo][i]!)) +
          place(
            -345,
            0,
            path('M-71 44L-71 10Q-30 -14 0 10T71 6L71 44Z', indigoDeep) + circle(30, -16, 15, straw),
          ) +
          place(
            -188,
            0,
            polygon(
              [
                [-71, 44],
                [-20, -30],
                [20, 20],
                [40, 0],
                [71, 44],
              ],
              night,
            ),
          ) +
          place(-31, 0, path(star(0, 0, 34, 14, 5), chalk)) +
          place(126, 0, circle(0, 0, 28, mangoLight) + circle(11, -6, 24, indigo)) +
          polygon(
            [
              [210, -92],
              [400, 0],
              [210, 92],
            ],
            straw,
          ) +
          polygon(
            [
              [336, -31],
              [400, 0],
              [336, 31],
            ],
            hibiscus,
          ) +
          rect(-486, -92, 56, 184, rose) +
          rect(-446, -92, 16, 184, mangoDeep),
        { degrees: 26, scale: 0.98 },
      ) +
      line('Kout fim,', {
        x: 72,
        y: 466,
        size: 118,
        tracking: -0.03,
        ink: { fill: indigoDeep, outline: [petal, 10] },
      }) +
      line('gwo istwa', {
        x: 72,
        y: 580,
        size: 118,
        tracking: -0.03,
        ink: { fill: hibiscus, outline: [petal, 10] },
      }) +
      line('Konkou kout fim · voye pa w la', {
        x: 76,
        y: 656,
        size: 36,
        weight: 700,
        ink: { fill: indigoDeep, outline: [petal, 8] },
      }),
  );

export const promotions: readonly (() => string)[] = [festival, openAir, gift, shorts];
