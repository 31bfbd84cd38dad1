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
  lagoon,
  mango,
  mangoDeep,
  mangoLight,
  night,
  nightSoft,
  petal,
  rose,
  rust,
  straw,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { scallops } from '../draw/shapes.ts';
import { all, circle, ellipse, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { rings, specks } from '../draw/texture.ts';
import { bannerSheet, episodeSheet, posterSheet, type Series } from '../draw/title.ts';

type Mood = { ground: string; grain: string; leaf: string; leafDark: string; lit: string; shade: string };
const noon: Mood = {
  ground: mangoLight,
  grain: mango,
  leaf: cane,
  leafDark: caneDeep,
  lit: night,
  shade: mangoDeep,
};
const evening: Mood = {
  ground: rose,
  grain: hibiscus,
  leaf: caneDeep,
  leafDark: caneNight,
  lit: mangoLight,
  shade: hibiscusDeep,
};
const dark: Mood = {
  ground: indigoDeep,
  grain: indigo,
  leaf: caneNight,
  leafDark: night,
  lit: mango,
  shade: night,
};

type Paint = readonly [wall: string, door: string, roof: string];
const paints: readonly Paint[] = [
  [chalk, hibiscus, rust],
  [lagoon, mango, indigoDeep],
  [petal, indigo, hibiscusDeep],
  [mango, caneDeep, cocoa],
];

/** One front with its door, 300 wide, standing on y = 0 and facing the yard below it. */
const house = ([wall, door, roof]: Paint, lit: string): string =>
  polygon(
    [
      [-176, -168],
      [-128, -262],
      [128, -262],
      [176, -168],
    ],
    roof,
  ) +
  all(13, (i) => stroke(`M${-120 + i * 20} -258L${-162 + i * 27} -172`, night, 3)) +
  rect(-150, -168, 300, 168, wall) +
  all(15, (i) =>
    polygon(
      [
        [-150 + i * 20, -168],
        [-130 + i * 20, -168],
        [-140 + i * 20, -152],
      ],
      roof,
    ),
  ) +
  rect(-44, -134, 88, 134, night) +
  rect(-36, -126, 72, 126, door) +
  rect(-3, -126, 6, 126, night) +
  circle(-12, -62, 5, chalk) +
  [-1, 1]
    .map(
      (side) =>
        rect(side * 100 - 28, -122, 56, 62, night) +
        rect(side * 100 - 21, -115, 42, 48, lit) +
        rect(side * 100 - 2, -115, 4, 48, night),
    )
    .join('') +
  rect(-56, -4, 112, 14, roof);

/** The tree from above: crowns within crowns. */
const crown = (r: number, { leaf, leafDark, shade }: Mood): string =>
  ellipse(r * 0.16, r * 0.2, r * 1.06, r * 1.04, shade, 'opacity="0.55"') +
  path(scallops(0, 0, r * 0.88, 17, r * 0.09), leafDark) +
  path(scallops(0, 0, r * 0.72, 14, r * 0.08), leaf) +
  rings(0, 0, r * 0.74, r * 0.92, r * 0.07, leaf, () => 0.26);

/** A straw chair from above, its back towards the tree's shade. */
const chair = (seat: string): string =>
  rect(-19, -19, 38, 38, seat) +
  rect(-22, -26, 44, 9, cocoa) +
  stroke('M-12 -12L12 12M12 -12L-12 12', mangoDeep, 4);
const hen = (colour: string): string =>
  path('M-22 4C-20 -14 8 -18 14 -6C22 -14 34 -10 32 0C28 8 20 8 16 6C8 18 -16 18 -22 4Z', colour) +
  polygon(
    [
      [31, -4],
      [40, 0],
      [31, 4],
    ],
    mango,
  ) +
  circle(26, -9, 4, hibiscus);

/** A mortar and a pot on three stones, seen from above. */
const mortar =
  circle(5, 7, 34, night, 'opacity="0.25"') +
  circle(0, 0, 34, rust) +
  circle(0, 0, 23, cocoa) +
  rect(-6, -6, 74, 12, mangoDeep, 'rx="6" transform="rotate(-32)"');
const hearth =
  [0, 120, 240].map((degrees) => place(0, 0, circle(0, -36, 15, '#8C93AC'), { degrees })).join('') +
  circle(0, 0, 34, night) +
  circle(0, 0, 25, hibiscusDeep) +
  path(scallops(0, 0, 13, 7, 5), straw);

/** The marks that the morning's broom leaves in the dust. */
const swept = (cx: number, cy: number, from: number, to: number, ink: string): string =>
  all(Math.floor((to - from) / 26), (i) =>
    circle(
      cx,
      cy,
      from + i * 26,
      'none',
      `stroke="${ink}" stroke-width="4" stroke-dasharray="${120 + i * 22} ${60 + i * 9}" stroke-dashoffset="${i * 71}" opacity="0.75"`,
    ),
  );

/** The yard as a child draws it: four fronts folded outwards around one tree. */
function yard(w: number, h: number, deep: number, mood: Mood, scale: number, sideDeep = deep - 20): string {
  const [cx, cy] = [w / 2, h / 2];
  return (
    rect(0, 0, w, h, mood.ground) +
    specks(seeded(30), { x: 0, y: 0, w, h }, 260, mood.grain, 6) +
    swept(cx, cy, Math.min(w, h) * 0.3, Math.hypot(w, h) / 2, mood.grain) +
    place(cx, deep, house(paints[0]!, mood.lit), { scale }) +
    place(cx, h - deep, house(paints[1]!, mood.lit), { scale, degrees: 180 }) +
    place(sideDeep, cy, house(paints[2]!, mood.lit), { scale, degrees: -90 }) +
    place(w - sideDeep, cy, house(paints[3]!, mood.lit), { scale, degrees: 90 })
  );
}

export const lakouGranMoun: Series = {
  slug: 'lakou-gran-moun',
  poster: () =>
    posterSheet(
      yard(800, 1200, 300, noon, 1.08, 116) +
        place(400, 600, crown(276, noon)) +
        place(150, 330, hearth, { scale: 1.2 }) +
        place(650, 890, mortar, { scale: 1.2 }) +
        place(640, 330, chair(straw), { scale: 1.2, degrees: 40 }) +
        place(130, 900, chair(straw), { scale: 1.2, degrees: 200 }) +
        place(196, 926, chair(rose), { scale: 1.2, degrees: 170 }) +
        place(690, 270, hen(chalk), { scale: 1.1, degrees: -20 }) +
        place(110, 250, hen(cocoa), { scale: 1.1, degrees: 30 }) +
        place(690, 970, hen(hibiscus), { scale: 1.1, degrees: 10 }) +
        line('LAKOU', { x: 400, y: 570, size: 104, align: 'middle', tracking: -0.01, ink: mango }) +
        line('GRAN', { x: 400, y: 654, size: 104, align: 'middle', tracking: -0.01, ink: chalk }) +
        line('MOUN', { x: 400, y: 738, size: 104, align: 'middle', tracking: -0.01, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      place(540, -60, yard(1060, 1020, 250, noon, 0.98)) +
        rect(0, 0, 545, 900, mangoLight) +
        place(1070, 450, crown(210, noon)) +
        place(880, 300, chair(straw), { degrees: -40 }) +
        place(1280, 610, chair(rose), { degrees: 140 }) +
        place(1240, 640, chair(straw), { degrees: 160 }) +
        place(880, 640, hen(chalk)) +
        place(930, 668, hen(cocoa), { degrees: 40 }),
      caneNight,
      0.98,
    ),
  episode: (number) => episodeSheet(scenes[(number - 1) % scenes.length]!()),
};

const front = (k: number, mood: Mood, more: string): string =>
  rect(0, 0, 640, 360, mood.lit === night ? '#CFE3F4' : mood.lit === mango ? night : rose) +
  rect(0, 300, 640, 60, mood.ground) +
  place(320, 306, house(paints[k]!, mood.lit), { scale: 1.12 }) +
  more;
const side = (w: number): string =>
  path(
    `M-${w} 0C-${w * 0.5} -20 -${w * 0.4} -120 -${w * 0.3} -200L${w * 0.3} -200C${w * 0.4} -120 ${w * 0.5} -20 ${w} 0Z`,
    cocoa,
  ) +
  path(scallops(0, -260, w * 2.2, 13, 24), caneDeep) +
  path(scallops(10, -270, w * 1.7, 11, 20), cane);

/** Six evenings and noons of the same yard. */
const scenes: readonly (() => string)[] = [
  () =>
    place(
      -40,
      -130,
      yard(720, 620, 190, noon, 0.78) +
        place(360, 310, crown(120, noon)) +
        place(250, 230, chair(straw), { degrees: -40 }) +
        place(480, 400, hen(chalk)),
    ),
  () =>
    front(
      0,
      noon,
      place(500, 322, chair(straw), { scale: 1.6 }) + place(120, 318, hen(cocoa), { scale: 1.5 }),
    ),
  () =>
    rect(0, 0, 640, 360, night) +
    rect(0, 296, 640, 64, indigoDeep) +
    all(4, (i) => place(92 + i * 152, 300, house(paints[i]!, mango), { scale: 0.5 })) +
    circle(520, 74, 40, chalk) +
    circle(536, 64, 36, night),
  () =>
    rect(0, 0, 640, 360, rose) +
    circle(470, 210, 110, mango) +
    rect(0, 296, 640, 64, hibiscusDeep) +
    place(230, 300, side(70)) +
    place(400, 300, house(paints[2]!, mangoLight), { scale: 0.6 }) +
    place(120, 306, chair(straw), { scale: 1.5 }),
  () =>
    place(
      -40,
      -130,
      yard(720, 620, 190, dark, 0.78) +
        place(360, 310, crown(120, dark)) +
        circle(300, 220, 26, mango) +
        rings(300, 220, 30, 70, 10, mango, (t) => 0.4 * (1 - t)),
    ),
  () =>
    front(
      3,
      evening,
      place(94, 312, side(40), { scale: 0.9 }) +
        place(540, 320, hen(chalk), { scale: 1.4 }) +
        rect(0, 350, 640, 10, nightSoft),
    ),
];
