import { curve, leaf } from '../draw/curves.ts';
import { box, line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneNight,
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  mango,
  mangoDeep,
  mangoLight,
  night,
} from '../draw/palette.ts';
import { scallops, star } from '../draw/shapes.ts';
import { all, circle, type Point, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const tail: readonly (readonly [Point, number, number, string])[] = [
  [[770, 520], 34, -60, cane],
  [[790, 390], 38, -90, hibiscus],
  [[770, 250], 42, -120, chalk],
  [[720, 120], 44, -130, cane],
  [[610, 56], 42, -110, hibiscus],
  [[520, 120], 34, -70, chalk],
];

/** The bird looks left; its claws stand on y = 850. */
function rooster(body: string): string {
  const plume = tail
    .map(([tip, width, bend, colour]) =>
      path(leaf([520, 590], tip, width, bend), colour, `stroke="${body}" stroke-width="7"`),
    )
    .join('');
  const trunk = curve(
    [
      [262, 176],
      [206, 214],
      [196, 290],
      [204, 390],
      [172, 500],
      [206, 630],
      [320, 714],
      [450, 706],
      [556, 630],
      [600, 520],
      [520, 500],
      [440, 470],
      [384, 380],
      [352, 280],
      [326, 200],
    ],
    true,
  );
  const hackle = all(3, (row) =>
    all(5, (i) => {
      const x = 236 + i * (26 + row * 8) - row * 8;
      const y = 300 + row * 62 + i * 4;
      const colours = [mango, hibiscus, mangoLight];
      return path(
        leaf([x, y], [x - 22 + i * 20 + row * 6, y + 118 + row * 18], 17 + row * 3, 0),
        colours[(row + i) % 3]!,
        `stroke="${body}" stroke-width="5"`,
      );
    }),
  );
  const wing = all(6, (i) =>
    path(
      leaf([322 + i * 12, 560 - i * 8], [548 - i * 26, 690 - i * 38 + (i > 3 ? 20 : 0)], 26, 30),
      [chalk, cane, hibiscus][i % 3]!,
      `stroke="${body}" stroke-width="6"`,
    ),
  );
  const leg = (x: number): string =>
    stroke(
      `M${x} 700L${x - 8} 842M${x - 8} 842l-58 8M${x - 8} 842l-10 10M${x - 8} 842l46 8M${x - 6} 800l34 18`,
      hibiscusDeep,
      17,
    );
  return (
    plume +
    leg(330) +
    leg(416) +
    path(leaf([300, 660], [322, 770], 40, 10), body) +
    path(leaf([420, 660], [408, 770], 40, -10), body) +
    path(trunk, body) +
    hackle +
    wing +
    path(
      'M206 208C186 170 190 128 214 116C222 132 228 140 236 144C238 112 256 84 280 82C284 104 286 118 292 126C304 104 330 96 346 106C342 128 338 142 336 152C352 148 366 156 370 170C350 190 330 206 312 220C270 190 240 190 206 208Z',
      hibiscus,
    ) +
    polygon(
      [
        [204, 228],
        [112, 262],
        [202, 286],
      ],
      mango,
    ) +
    polygon(
      [
        [112, 262],
        [202, 258],
        [202, 286],
      ],
      mangoDeep,
    ) +
    path('M196 288C160 300 150 356 184 380C222 372 232 318 218 290Z', hibiscus) +
    path('M236 296C226 320 232 350 250 358C270 340 268 304 256 288Z', chalk) +
    circle(258, 236, 27, chalk) +
    circle(250, 238, 13, night) +
    stroke('M226 214Q252 196 288 214', mango, 9)
  );
}

/** A first-prize rosette: he won something, he will tell you what. */
const rosette = (ribbon: string): string =>
  polygon(
    [
      [-24, 20],
      [-46, 128],
      [-20, 108],
      [0, 132],
      [8, 24],
    ],
    ribbon,
  ) +
  polygon(
    [
      [24, 20],
      [46, 128],
      [20, 108],
      [0, 132],
      [-8, 24],
    ],
    hibiscusDeep,
  ) +
  path(scallops(0, 0, 48, 14, 9), ribbon) +
  circle(0, 0, 38, chalk) +
  path(star(0, 0, 30, 12, 5), indigo);

export const kokKalite: Title = {
  slug: 'kok-kalite',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mango) +
        circle(420, 420, 372, mangoLight) +
        halftone(
          { x: 0, y: 0, w: 800, h: 900 },
          20,
          mangoDeep,
          (x, y) => Math.max(0, (Math.hypot(x - 420, y - 420) - 372) / 900),
          45,
        ) +
        place(0, 26, rooster(night)) +
        place(236, 592, rosette(indigo), { degrees: 6 }) +
        rect(0, 888, 800, 312, night) +
        box('KÒK', {
          x: 40,
          y: 928,
          w: 330,
          h: 200,
          ink: { fill: hibiscus, outline: [chalk, 5], block: [hibiscusDeep, 9, 11] },
        }) +
        box('KALITE', { x: 396, y: 928, w: 358, h: 128, ink: { fill: mango } }) +
        line('yon komedi', { x: 400, y: 1102, size: 30, weight: 600, ink: chalk }) +
        line('Manno Dezi', { x: 400, y: 1138, size: 30, weight: 800, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mango) +
        circle(1150, 420, 400, mangoLight) +
        halftone(
          { x: 600, y: 0, w: 1000, h: 900 },
          22,
          mangoDeep,
          (x, y) => Math.max(0, (Math.hypot(x - 1150, y - 420) - 400) / 900),
          45,
        ) +
        rect(0, 836, 1600, 64, caneDeep) +
        place(710, -10, rooster(night)) +
        place(946, 546, rosette(indigo), { degrees: 6 }),
      caneNight,
      0.98,
    ),
};
