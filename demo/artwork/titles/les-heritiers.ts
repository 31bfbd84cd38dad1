import { leaf } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  caneLight,
  caneNight,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  mango,
  mangoDeep,
  mangoLight,
  mint,
  night,
  rust,
  straw,
  wine,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, episodeSheet, posterSheet, type Series } from '../draw/title.ts';

/** One cane: joints, sheen, and leaves that fall to both sides. Foot at y = 0. */
function stalk(
  tall: number,
  wide: number,
  ink: string,
  sheen: string,
  leafInk: string,
  seed: number,
): string {
  const random = seeded(seed);
  const joints = Math.round(tall / 84);
  return (
    all(joints, (i) => {
      const y = (-i * tall) / joints;
      const h = tall / joints;
      return (
        path(
          `M${-wide / 2} ${y}Q${-wide * 0.42} ${y - h / 2} ${-wide / 2} ${y - h + 5}L${wide / 2} ${y - h + 5}Q${wide * 0.42} ${y - h / 2} ${wide / 2} ${y}Z`,
          ink,
        ) + rect(-wide * 0.28, y - h + 12, wide * 0.16, h - 24, sheen)
      );
    }) +
    all(Math.round(joints / 2), (i) => {
      const y = -tall * (0.5 + (0.5 * i) / (joints / 2));
      const way = i % 2 ? 1 : -1;
      return path(
        leaf([0, y], [way * random.between(120, 230), y + random.between(-120, 60)], 11, way * -46),
        leafInk,
      );
    })
  );
}

function field(
  w: number,
  foot: number,
  tall: number,
  step: number,
  inks: readonly [string, string, string],
  seed: number,
): string {
  const random = seeded(seed);
  return all(Math.ceil(w / step) + 1, (i) =>
    place(
      i * step + random.between(-8, 8),
      foot,
      stalk(tall * random.between(0.86, 1.08), step * 0.4, ...inks, seed + i),
      { degrees: random.between(-3, 3) },
    ),
  );
}

/** The family house that hangs in the bow of the key, around the origin, 200 wide. */
const manor = (wall: string, dark: string): string =>
  polygon(
    [
      [-108, -20],
      [0, -108],
      [108, -20],
    ],
    dark,
  ) +
  rect(-92, -20, 184, 104, wall) +
  [-70, -21, 28].map((x) => rect(x, 0, 42, 84, dark) + rect(x + 19, 0, 4, 84, wall)).join('') +
  rect(-104, 80, 208, 12, dark) +
  circle(0, -56, 14, wall) +
  stroke('M0 -106L0 -132', dark, 6);

/** An old door key, bow up: bow around the origin, shaft down to y = 640. */
const key = (id: string, metal: string, shade: string, inside: string, dark: string): string =>
  circle(0, 0, 190, metal) +
  [0, 90, 180, 270]
    .map((degrees) =>
      place(0, 0, circle(0, -186, 44, metal) + circle(0, -186, 19, dark), { degrees: degrees + 45 }),
    )
    .join('') +
  circle(0, 0, 146, dark) +
  clip(id, circle(0, 0, 140, '#fff'), inside) +
  rect(-62, 182, 124, 36, shade, 'rx="10"') +
  rect(-44, 214, 88, 24, metal) +
  rect(-34, 232, 68, 410, metal) +
  rect(8, 232, 26, 410, shade) +
  rect(-48, 330, 96, 22, shade, 'rx="8"') +
  path('M34 470L170 470L170 512L128 512L128 542L170 542L170 626L34 626Z', metal) +
  rect(62, 496, 34, 40, dark) +
  rect(62, 570, 70, 22, dark) +
  rect(-40, 636, 80, 22, shade, 'rx="10"');

const dusk =
  rect(-150, -150, 300, 300, hibiscus) +
  circle(0, 30, 100, mango) +
  place(0, 30, manor(wine, night)) +
  rect(-150, 118, 300, 40, night);

export const lesHeritiers: Series = {
  slug: 'les-heritiers',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, caneNight) +
        field(800, 1200, 1160, 66, [caneDeep, cane, caneDeep], 3) +
        field(860, 1240, 760, 118, [cane, caneLight, cane], 40) +
        place(400, 268, key('bow', mango, mangoDeep, dusk, night), { scale: 1.02 }) +
        rect(0, 930, 800, 270, wine) +
        rect(0, 930, 800, 10, mango) +
        line('Les héritiers', {
          x: 400,
          y: 1044,
          size: 119,
          align: 'middle',
          tracking: -0.03,
          ink: mangoLight,
        }) +
        line('de Léogâne', { x: 400, y: 1148, size: 97, align: 'middle', tracking: -0.02, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, caneNight) +
        field(1640, 900, 880, 80, [caneDeep, cane, caneDeep], 3) +
        field(1660, 960, 560, 150, [cane, caneLight, cane], 40) +
        place(
          1080,
          450,
          place(-250, 0, key('bow', mango, mangoDeep, place(0, 0, dusk, { degrees: 74 }), night), {
            degrees: -74,
            scale: 1.02,
          }),
        ),
      caneNight,
      0.95,
    ),
  episode: (number) => episodeSheet(scenes[(number - 1) % scenes.length]!()),
};

const will =
  polygon(
    [
      [-110, -140],
      [80, -140],
      [110, -110],
      [110, 140],
      [-110, 140],
    ],
    chalk,
  ) +
  polygon(
    [
      [80, -140],
      [80, -110],
      [110, -110],
    ],
    mangoLight,
  ) +
  all(7, (i) => rect(-84, -96 + i * 26, i === 6 ? 80 : 168 - (i % 3) * 22, 7, cocoa)) +
  circle(62, 100, 28, hibiscus) +
  circle(62, 100, 17, hibiscusDeep);

/** Six chapters: the field, the key, the will, the house by night, the road, the fire. */
const scenes: readonly (() => string)[] = [
  () =>
    rect(0, 0, 640, 360, mangoLight) +
    circle(430, 170, 110, hibiscus) +
    field(660, 380, 280, 44, [caneDeep, cane, caneDeep], 3) +
    field(680, 420, 190, 70, [cane, caneLight, cane], 21),
  () =>
    rect(0, 0, 640, 360, wine) +
    halftone({ x: 0, y: 0, w: 640, h: 360 }, 18, hibiscusDeep, (x) => 0.1 + x / 2200, 45) +
    place(190, 180, key('bow', mango, mangoDeep, place(0, 0, dusk, { degrees: 90 }), night), {
      scale: 0.62,
      degrees: -90,
    }),
  () =>
    rect(0, 0, 640, 360, rust) +
    all(7, (i) => rect(0, i * 54, 640, 4, cocoa)) +
    place(340, 190, will, { degrees: -8, scale: 1.05 }) +
    place(470, 90, key('bow', mango, mangoDeep, rect(-150, -150, 300, 300, rust), cocoa), {
      scale: 0.24,
      degrees: 30,
    }),
  () =>
    rect(0, 0, 640, 360, night) +
    circle(500, 90, 46, chalk) +
    place(300, 210, manor(caneNight, '#060710'), { scale: 1.7 }) +
    rect(258, 220, 60, 130, mango) +
    field(660, 400, 130, 40, [caneNight, caneDeep, caneDeep], 9),
  () =>
    rect(0, 0, 640, 360, mint) +
    polygon(
      [
        [300, 120],
        [340, 120],
        [560, 360],
        [80, 360],
      ],
      straw,
    ) +
    place(320, 104, manor(chalk, rust), { scale: 0.5 }) +
    place(-10, 0, field(190, 400, 340, 42, [cane, caneLight, caneDeep], 33)) +
    place(480, 0, field(190, 400, 340, 42, [cane, caneLight, caneDeep], 37)),
  () =>
    rect(0, 0, 640, 360, hibiscusDeep) +
    circle(320, 300, 210, hibiscus) +
    circle(320, 320, 140, mango) +
    field(660, 390, 330, 60, [night, wine, night], 12),
];
