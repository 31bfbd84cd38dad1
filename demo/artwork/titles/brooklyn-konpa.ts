import { box, line } from '../draw/lettering.ts';
import {
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  mango,
  mangoDeep,
  mangoLight,
  night,
} from '../draw/palette.ts';
import { all, circle, ellipse, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { rings } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** The moon behind the tower has the rosette of a guitar. */
const soundhole = (cx: number, cy: number, r: number): string =>
  circle(cx, cy, r + 58, hibiscusDeep) +
  circle(cx, cy, r + 46, mangoDeep) +
  all(72, (i) =>
    polygon(
      [
        [cx - 7, cy - r - 40],
        [cx, cy - r - 24],
        [cx + 7, cy - r - 40],
        [cx, cy - r - 54],
      ],
      chalk,
      `transform="rotate(${i * 5} ${cx} ${cy})"`,
    ),
  ) +
  circle(cx, cy, r + 8, night) +
  circle(cx, cy, r, mango) +
  rings(cx, cy, r * 0.5, r, 17, mangoLight, (t) => 0.45 * (1 - t));

const arch = (x: number, w: number, top: number, foot: number, fill: string): string =>
  path(
    `M${x} ${foot}L${x} ${top + w * 0.8}Q${x + w * 0.04} ${top + w * 0.3} ${x + w / 2} ${top}Q${x + w * 0.96} ${top + w * 0.3} ${x + w} ${top + w * 0.8}L${x + w} ${foot}Z`,
    fill,
  );

/** Bridge tower and guitar head in one: pegs at the top, pointed arches below. Foot at y = 0, 700 high. */
const tower = (through: string): string =>
  path('M-152 0L-140 -560L-166 -574L-166 -606L166 -606L166 -574L140 -560L152 0Z', night) +
  path('M-118 -606L-92 -716Q0 -742 92 -716L118 -606Z', night) +
  [-1, 1]
    .map((side) =>
      all(
        3,
        (i) =>
          rect(side > 0 ? 84 : -132, -700 + i * 32, 48, 11, night) +
          circle(side * 140, -694.5 + i * 32, 15, chalk) +
          circle(side * 140, -694.5 + i * 32, 6, night),
      ),
    )
    .join('') +
  arch(-118, 70, -500, 0, through) +
  arch(48, 70, -500, 0, through) +
  all(7, (i) => rect(-48, -40 - i * 78, 96, 6, mangoDeep));

/** Two people who dance close; the feet are at y = 0. He stands left, she leans on him. */
const couple = (his: string, hers: string, skin: string): string =>
  path(
    'M-44 -4L-38 -116L-44 -122C-52 -170 -52 -206 -34 -220L4 -222C20 -206 20 -160 10 -118L4 -116L-2 -4L-20 -4L-18 -96L-26 -4Z',
    his,
  ) +
  path('M-50 -4L-22 -4L-20 4L-50 4ZM-24 -4L2 -4L8 4L-24 4Z', night) +
  rect(-24, -238, 18, 22, skin) +
  ellipse(-14, -254, 21, 24, skin) +
  path('M-42 -262C-40 -292 6 -294 10 -264L24 -260L24 -254L-42 -256Z', night) +
  path(
    'M14 -206C30 -222 54 -216 58 -192C62 -160 56 -140 58 -128C76 -84 96 -52 106 -22C84 -12 40 -12 20 -20C26 -60 22 -96 24 -128C26 -150 14 -170 14 -206Z',
    hers,
  ) +
  rect(20, -226, 15, 22, skin) +
  ellipse(24, -240, 19, 22, skin) +
  path('M12 -254C18 -276 52 -272 50 -244C56 -226 44 -214 38 -222C42 -240 32 -252 12 -254Z', night) +
  circle(48, -262, 9, hibiscus) +
  path('M30 -204C10 -206 -12 -212 -28 -222L-34 -208C-16 -196 10 -190 28 -190Z', skin) +
  path('M-42 -204C-54 -168 -30 -152 48 -158L50 -172C2 -168 -22 -176 -18 -200Z', his) +
  circle(54, -165, 9, skin) +
  stroke('M44 -18L42 -2M74 -18L82 -4', skin, 8) +
  path('M32 -2L50 -4L50 4L32 4ZM76 -4L94 -8L96 2L78 4Z', hibiscus);

const strings = (
  top: number,
  bottom: number,
  cx: number,
  narrow: number,
  wide: number,
  ink: string,
): string =>
  all(6, (i) =>
    stroke(`M${cx + (i - 2.5) * narrow} ${top}L${cx + (i - 2.5) * wide} ${bottom}`, ink, 7 - i * 0.8),
  );

/** Main cable and hangers on one side of the tower. */
const span = (fromX: number, fromY: number, toX: number, toY: number, deck: number, ink: string): string => {
  const at = (t: number): [number, number] => [
    fromX + (toX - fromX) * t,
    fromY + (toY - fromY) * (1 - (1 - t) ** 1.9),
  ];
  return (
    stroke(`M${Array.from({ length: 24 }, (_, i) => at(i / 23).join(' ')).join('L')}`, ink, 11) +
    all(17, (i) => stroke(`M${at((i + 1) / 18).join(' ')}L${at((i + 1) / 18)[0]} ${deck}`, ink, 3))
  );
};

export const brooklynKonpa: Title = {
  slug: 'brooklyn-konpa',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, hibiscus) +
        soundhole(400, 470, 274) +
        span(400, 246, -60, 830, 870, night) +
        span(400, 246, 860, 830, 870, night) +
        place(400, 870, tower(mango)) +
        strings(150, 1200, 400, 13, 14, chalk) +
        rect(0, 852, 800, 348, night) +
        rect(0, 852, 800, 10, chalk) +
        place(650, 852, couple(chalk, indigo, '#5A2A20'), { scale: 1.12 }) +
        box('BROOKLYN', { x: 50, y: 900, w: 700, h: 74, tracking: 0.03, ink: chalk }) +
        box('KONPA', { x: 50, y: 1002, w: 700, h: 132, ink: { fill: mango } }) +
        line('a film by Ketsia Aurelus', { x: 50, y: 1178, size: 26, weight: 500, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, hibiscus) +
        soundhole(1120, 400, 290) +
        span(1120, 126, 380, 780, 810, night) +
        span(1120, 126, 1860, 780, 810, night) +
        place(1120, 810, tower(mango), { scale: 1.08 }) +
        strings(30, 900, 1120, 14, 15, chalk) +
        rect(0, 800, 1600, 100, night) +
        rect(0, 800, 1600, 9, chalk) +
        place(1390, 800, couple(chalk, indigo, '#5A2A20'), { scale: 1.2 }),
      indigoDeep,
      0.97,
    ),
};
