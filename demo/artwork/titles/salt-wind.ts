import { gouge, wave } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import {
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  indigoDeep,
  lagoon,
  lagoonLight,
  mango,
  night,
  petal,
  rust,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, path, rect, stroke, turn } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const cloth = 'M250 60C420 260 640 560 770 860C600 900 420 906 236 880Z';
const jib = 'M226 130C190 400 130 640 30 850C100 880 160 884 214 872Z';

/** A patch and the stitches that hold it. */
const patch = (d: string, colour: string): string =>
  path(d, colour) + stroke(d, night, 4, 'stroke-dasharray="12 11"');

const sails =
  path(jib, chalkShade) +
  patch('M176 520L214 512L214 640L150 650Z', rust) +
  path(cloth, chalk) +
  clip(
    'cloth',
    path(cloth, '#fff'),
    halftone(
      { x: 230, y: 60, w: 560, h: 840 },
      15,
      chalkShade,
      (x, y) => Math.max(0, 0.5 - (x - 230) / 460 + (y - 500) / 3000),
      30,
    ) +
      all(4, (i) =>
        stroke(`M230 ${330 + i * 140}Q480 ${390 + i * 130} 800 ${290 + i * 150}`, chalkShade, 4),
      ) +
      patch('M300 250L392 238L410 356L290 366Z', lagoon) +
      patch('M496 392L574 400L612 490L510 486Z', mango) +
      patch('M240 452L330 450L336 520L240 524Z', hibiscus),
  );

const hull =
  path('M40 896C200 930 560 936 790 872C770 990 690 1060 600 1076L210 1076C120 1050 60 980 40 896Z', rust) +
  path('M48 930C210 966 570 970 784 908C780 930 770 950 760 964C560 1010 220 1004 66 966Z', chalk) +
  stroke('M96 1010C250 1040 540 1044 716 1012', cocoa, 6) +
  circle(690, 920, 14, night) +
  path('M100 920C96 866 112 850 130 850C152 850 168 866 170 922Z', indigoDeep) +
  circle(130, 822, 25, cocoa) +
  path('M88 820Q130 768 174 820Q130 806 88 820Z', straw) +
  stroke('M164 872L216 850', cocoa, 13);

const mast =
  stroke('M238 40L226 910', cocoa, 17) +
  stroke('M222 900L774 868', cocoa, 13) +
  path('M240 46L330 30L318 60L340 84L240 82Z', hibiscus);

function gusts(w: number, h: number, seed: number): string {
  const random = seeded(seed);
  return all(46, () => {
    const [x, y] = [random.between(-80, w), random.between(0, h)];
    const long = random.between(90, 330);
    return path(
      gouge([x, y], [x + long, y - long * 0.13], random.between(2, 6), -14),
      random.pick([chalk, petal, chalk]),
      'opacity="0.8"',
    );
  });
}

const waters = (w: number, top: number, h: number): string =>
  [lagoon, '#15606F', indigoDeep]
    .map(
      (colour, i) =>
        path(
          `${wave(-20, top + i * 58, w + 60, 20 + i * 4, 190 + i * 60, i * 70)}L${w + 60} ${top + h}L-20 ${top + h}Z`,
          colour,
        ) +
        stroke(
          wave(-20, top + 12 + i * 58, w + 60, 20 + i * 4, 190 + i * 60, i * 70),
          i < 2 ? chalk : lagoon,
          6,
          `stroke-dasharray="${70 + i * 30} ${60 + i * 20}"`,
        ),
    )
    .join('');

export const saltWind: Title = {
  slug: 'salt-wind',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, lagoonLight) +
        gusts(800, 900, 40) +
        turn(7, 400, 980, sails + mast + hull) +
        waters(800, 1012, 240) +
        turn(
          7,
          400,
          980,
          envelope('SALT', { x: 262, w: 286, top: (u) => 560 + 14 * u, bottom: () => 684, ink: indigoDeep }) +
            envelope('WIND', {
              x: 258,
              w: 416,
              top: () => 712,
              bottom: (u) => 838 - 12 * u,
              ink: indigoDeep,
            }),
        ) +
        line('a film by Marisol Toussaint', {
          x: 400,
          y: 1178,
          size: 26,
          weight: 600,
          align: 'middle',
          ink: chalk,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, lagoonLight) +
        gusts(1600, 700, 40) +
        `<g transform="translate(690 -90) scale(0.86)">${turn(7, 400, 980, sails + mast + hull)}</g>` +
        waters(1600, 756, 240),
      indigoDeep,
      0.97,
    ),
};
