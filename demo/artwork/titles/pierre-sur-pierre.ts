import { curve } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import {
  caneDeep,
  caneNight,
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  mango,
  mangoLight,
  night,
  rose,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, type Point, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A wall between two upright edges; v runs down, u towards the prow. */
type Wall = {
  far: readonly [x: number, top: number, foot: number];
  near: readonly [x: number, top: number, foot: number];
};
const onWall = ({ far, near }: Wall, u: number, v: number): Point => {
  const top = far[1] + (near[1] - far[1]) * u;
  const foot = far[2] + (near[2] - far[2]) * u;
  return [far[0] + (near[0] - far[0]) * u, top + (foot - top) * v];
};

/** Courses of stones, no two alike, laid with open joints. */
function masonry(
  wall: Wall,
  courses: number,
  perCourse: number,
  tints: readonly string[],
  seed: number,
): string {
  const random = seeded(seed);
  let svg = '';
  for (let row = 0; row < courses; row++) {
    const [v0, v1] = [row / courses + 0.003, (row + 1) / courses - 0.003];
    for (let u = -random.next() / perCourse; u < 1; ) {
      const next = u + random.between(0.6, 1.4) / perCourse;
      const [a, b] = [Math.max(0, u + 0.004), Math.min(1, next - 0.004)];
      if (b > a)
        svg += polygon(
          [onWall(wall, a, v0), onWall(wall, b, v0), onWall(wall, b, v1), onWall(wall, a, v1)],
          random.pick(tints),
        );
      u = next;
    }
  }
  return svg;
}

const carved = (text: string, wall: Wall, v0: number, v1: number, u0: number, u1: number): string => {
  const top = (u: number): number => onWall(wall, u0 + (u1 - u0) * u, v0)[1];
  const foot = (u: number): number => onWall(wall, u0 + (u1 - u0) * u, v1)[1];
  const x = onWall(wall, u0, 0)[0];
  return envelope(text, {
    x,
    w: onWall(wall, u1, 0)[0] - x,
    top,
    bottom: foot,
    ink: { fill: hibiscus, shadow: [chalk, 4, 5] },
  });
};

const bird = (scale: number): string =>
  path(
    'M0 0C-30 -30 -64 -30 -90 -14C-60 -18 -30 -8 0 12C30 -8 60 -18 90 -14C64 -30 30 -30 0 0Z',
    night,
    `transform="scale(${scale})"`,
  );

const left: Wall = { far: [-40, 500, 850], near: [590, 150, 1110] };
const right: Wall = { far: [860, 430, 880], near: [590, 150, 1110] };

const fort = (): string =>
  polygon(
    [
      [left.far[0], left.far[1]],
      [left.near[0], left.near[1]],
      [left.near[0], left.near[2]],
      [left.far[0], left.far[2]],
    ],
    '#B9A383',
  ) +
  masonry(left, 15, 6, [chalkShade, '#DCCDB1', '#EADFCB', '#D5C3A2'], 4) +
  polygon(
    [
      [right.far[0], right.far[1]],
      [right.near[0], right.near[1]],
      [right.near[0], right.near[2]],
      [right.far[0], right.far[2]],
    ],
    night,
  ) +
  masonry(right, 15, 4, [cocoa, '#4A2119', '#56281B'], 9) +
  all(5, (i) =>
    polygon(
      [
        onWall(left, 0.1 + i * 0.18, 0.07),
        onWall(left, 0.16 + i * 0.18, 0.07),
        onWall(left, 0.16 + i * 0.18, 0.13),
        onWall(left, 0.1 + i * 0.18, 0.13),
      ],
      night,
    ),
  ) +
  all(3, (i) =>
    polygon(
      [
        onWall(right, 0.16 + i * 0.26, 0.07),
        onWall(right, 0.26 + i * 0.26, 0.07),
        onWall(right, 0.26 + i * 0.26, 0.13),
        onWall(right, 0.16 + i * 0.26, 0.13),
      ],
      mango,
    ),
  ) +
  all(11, (i) => {
    const [a, b] = [onWall(left, i / 11, 0), onWall(left, (i + 0.62) / 11, 0)];
    return polygon(
      [
        [a[0], a[1] + 3],
        [a[0], a[1] - 16 - i * 1.6],
        [b[0], b[1] - 16 - i * 1.6],
        [b[0], b[1] + 3],
      ],
      '#EADFCB',
    );
  }) +
  all(6, (i) => {
    const [a, b] = [onWall(right, i / 6 + 0.04, 0), onWall(right, (i + 0.7) / 6, 0)];
    return polygon(
      [
        [a[0], a[1] + 3],
        [a[0], a[1] - 16 - i * 2.6],
        [b[0], b[1] - 16 - i * 2.6],
        [b[0], b[1] + 3],
      ],
      cocoa,
    );
  });

const ranges = (w: number, y: number): string =>
  polygon(
    [
      [0, y + 60],
      [w * 0.12, y - 120],
      [w * 0.2, y - 40],
      [w * 0.34, y - 200],
      [w * 0.5, y - 30],
      [w * 0.66, y - 170],
      [w * 0.8, y - 60],
      [w * 0.92, y - 190],
      [w, y - 120],
      [w, y + 700],
      [0, y + 700],
    ],
    rose,
  ) +
  polygon(
    [
      [0, y + 20],
      [w * 0.16, y + 90],
      [w * 0.42, y - 20],
      [w * 0.7, y + 70],
      [w * 0.9, y - 20],
      [w, y + 30],
      [w, y + 700],
      [0, y + 700],
    ],
    hibiscus,
  );

const hill = (w: number, y: number): string =>
  path(
    `${curve([
      [-20, y],
      [w * 0.18, y - 50],
      [w * 0.4, y + 20],
      [w * 0.62, y + 60],
      [w * 0.82, y - 20],
      [w + 20, y - 60],
    ])}L${w + 20} 1300L-20 1300Z`,
    caneDeep,
  ) +
  path(
    `${curve([
      [-20, y + 110],
      [w * 0.3, y + 60],
      [w * 0.6, y + 130],
      [w + 20, y + 60],
    ])}L${w + 20} 1300L-20 1300Z`,
    caneNight,
  );

/** The smallest person carries the next stone. */
const bearer =
  path(
    'M-14 0L-8 -56L-18 -60C-20 -88 -14 -100 0 -102C16 -100 22 -88 18 -60L10 -56L18 0L6 0L0 -40L-4 0Z',
    night,
  ) +
  circle(0, -116, 14, night) +
  stroke('M-12 -94L-22 -140M14 -94L22 -140', night, 8) +
  rect(-40, -176, 80, 38, chalkShade);

export const pierreSurPierre: Title = {
  slug: 'pierre-sur-pierre',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mangoLight) +
        halftone({ x: 0, y: 0, w: 800, h: 560 }, 18, mango, (_, y) => 0.6 - y / 800, 45) +
        circle(220, 216, 110, chalk) +
        ranges(800, 540) +
        place(170, 130, bird(0.8)) +
        place(300, 92, bird(0.5)) +
        fort() +
        hill(800, 984) +
        carved('PIERRE', left, 0.2, 0.39, 0.12, 0.95) +
        carved('SUR', left, 0.46, 0.58, 0.48, 0.95) +
        carved('PIERRE', left, 0.65, 0.83, 0.12, 0.95) +
        place(704, 1016, bearer, { scale: 0.8 }) +
        line('un documentaire d’Adèle Montas', { x: 44, y: 1160, size: 27, weight: 600, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mangoLight) +
        halftone({ x: 0, y: 0, w: 1600, h: 600 }, 20, mango, (_, y) => 0.6 - y / 760, 45) +
        circle(860, 200, 110, chalk) +
        ranges(1600, 480) +
        place(800, 110, bird(0.9)) +
        place(980, 80, bird(0.5)) +
        place(640, -110, fort(), { scale: 1.12, scaleY: 0.88 }) +
        hill(1600, 742) +
        place(1480, 742, bearer, { scale: 0.8 }),
      caneNight,
      0.97,
    ),
};
