import { envelope, line } from '../draw/lettering.ts';
import {
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  mango,
  mangoLight,
  petal,
  rust,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { band } from '../draw/shapes.ts';
import { circle, clip, ellipse, path, place, rect, stroke } from '../draw/svg.ts';
import { specks } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const body =
  'M-128 -330C-150 -220 -206 -120 -206 -34Q-206 0 -170 0L170 0Q206 0 206 -34C206 -120 150 -220 128 -330Z';
const spout = 'M-168 -150C-250 -170 -262 -250 -316 -302L-268 -330C-226 -300 -214 -226 -140 -226Z';

/** An enamel pot on y = 0, spout to the left, its mouth near (−292, −316). */
const pot = (id: string): string =>
  stroke('M138 -290C270 -320 300 -120 186 -90', indigoDeep, 34) +
  path(spout, indigo) +
  path(body, indigo) +
  clip(
    id,
    path(body, '#fff') + path(spout, '#fff'),
    specks(seeded(8), { x: -320, y: -340, w: 540, h: 340 }, 300, indigoLight, 8) +
      specks(seeded(9), { x: -320, y: -340, w: 540, h: 340 }, 120, chalk, 6),
  ) +
  path(
    'M-92 -300C-112 -210 -150 -130 -150 -60C-136 -60 -120 -66 -118 -74C-112 -150 -84 -220 -70 -300Z',
    indigoLight,
  ) +
  path('M-128 -330Q-112 -398 0 -400Q112 -398 128 -330Z', indigoDeep) +
  rect(-140, -342, 280, 22, chalk, 'rx="11"') +
  rect(-210, -18, 420, 18, chalk, 'rx="9"') +
  circle(0, -416, 26, hibiscus) +
  circle(-8, -424, 8, petal);

const cup =
  stroke('M70 -70C130 -84 130 -10 56 -14', chalk, 18) +
  path('M-84 -112L84 -112C80 -30 50 0 0 0C-50 0 -80 -30 -84 -112Z', chalk) +
  ellipse(0, -112, 84, 17, chalkShade) +
  ellipse(0, -110, 70, 12, cocoa) +
  path('M-72 -70Q0 -46 74 -70L70 -54Q0 -28 -68 -54Z', hibiscus);

const flames = (count: number, step: number): string =>
  Array.from({ length: count }, (_, i) =>
    place(
      i * step,
      0,
      path(
        'M-34 0C-50 -40 -18 -60 -20 -104C6 -84 12 -60 10 -46C22 -56 22 -70 20 -80C44 -50 46 -20 34 0Z',
        i % 2 ? mango : hibiscus,
      ) + path('M-14 0C-20 -24 0 -34 0 -52C16 -34 20 -16 12 0Z', mangoLight),
      { scale: i % 2 ? 0.86 : 1.04 },
    ),
  ).join('');

export const kafeCho: Title = {
  slug: 'kafe-cho',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, cocoa) +
        path(
          'M150 612C96 590 92 540 150 520C60 500 30 420 92 380C26 340 40 250 110 236C80 170 140 96 226 118C260 50 370 40 420 92C480 36 600 50 632 122C712 110 774 180 742 248C796 290 790 372 730 398C760 462 700 520 622 500C590 556 500 560 456 516C410 556 330 560 290 516C250 540 200 540 172 560C160 580 160 596 150 612Z',
          chalk,
        ) +
        stroke(
          'M96 300C130 270 180 280 190 316M640 430C690 420 706 380 690 350M590 128C560 110 520 120 510 150',
          chalkShade,
          11,
        ) +
        envelope('KAFE', {
          x: 138,
          w: 540,
          top: (u) => 176 - 22 * Math.sin(u * 6.2),
          bottom: (u) => 312 - 18 * Math.sin(u * 6.2 + 0.6),
          ink: hibiscus,
        }) +
        envelope('CHO', {
          x: 150,
          w: 500,
          top: (u) => 344 - 18 * Math.sin(u * 6.2 + 0.6),
          bottom: (u) => 462 + 16 * Math.sin(u * 5),
          ink: rust,
        }) +
        rect(0, 1060, 800, 140, rust) +
        band(0, 1060, 800, 44, 'diamonds', [hibiscusDeep, mango, chalk]) +
        place(240, 1062, flames(5, 88)) +
        rect(196, 982, 440, 20, '#1D0C0A') +
        rect(214, 1000, 18, 64, '#1D0C0A') +
        rect(600, 1000, 18, 64, '#1D0C0A') +
        place(434, 982, pot('enamel')) +
        place(116, 1066, cup, { scale: 0.92 }) +
        line('yon komedi Darline Sentil', {
          x: 400,
          y: 1168,
          size: 29,
          weight: 700,
          align: 'middle',
          ink: chalk,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, cocoa) +
        path(
          'M858 360C800 330 806 270 866 250C800 200 850 110 930 126C950 40 1080 30 1120 86C1180 10 1330 20 1360 96C1450 70 1540 140 1500 220C1560 270 1520 350 1450 340C1400 390 1320 380 1300 330C1240 330 1190 340 1160 300C1100 350 1010 340 980 300C950 330 900 320 858 360Z',
          chalk,
        ) +
        stroke(
          'M930 220C970 180 1020 190 1030 230M1390 280C1440 280 1466 240 1446 206M1240 96C1210 90 1190 100 1180 126',
          chalkShade,
          12,
        ) +
        rect(0, 800, 1600, 100, rust) +
        band(0, 800, 1600, 50, 'diamonds', [hibiscusDeep, mango, chalk]) +
        place(940, 802, flames(5, 100), { scale: 1 }) +
        rect(890, 720, 520, 20, '#1D0C0A') +
        rect(910, 738, 18, 64, '#1D0C0A') +
        rect(1372, 738, 18, 64, '#1D0C0A') +
        place(1160, 720, pot('enamel'), { scale: 1.06 }) +
        place(880, 806, cup, { scale: 0.9 }),
      '#1D0C0A',
      0.97,
    ),
};
