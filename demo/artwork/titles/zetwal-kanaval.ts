import { curve, leaf } from '../draw/curves.ts';
import { envelope, line } from '../draw/lettering.ts';
import {
  cane,
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  mango,
  mangoDeep,
  mangoLight,
  night,
  petal,
  rose,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { star } from '../draw/shapes.ts';
import { all, circle, ellipse, type Point, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { sequins } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const confetti = (w: number, h: number, count: number): string => {
  const random = seeded(19);
  return all(count, () =>
    place(
      random.between(0, w),
      random.between(0, h),
      rect(-8, -4, 16, 8, random.pick([mango, rose, chalk, cane, indigoLight])),
      { degrees: random.between(0, 180) },
    ),
  );
};

const both = (draw: (side: 1 | -1) => string): string => draw(-1) + draw(1);
const row = (points: readonly Point[]): Point[] => [...points, ...points.map(([x, y]): Point => [-x, y])];

/** The papier-mâché mask around the origin, about 640 wide and 860 high. Its mouth is open from y = 190 to 330. */
const mask =
  all(11, (i) => {
    const degrees = -170 + i * 16;
    const [fx, fy] = polar(0, -60, 250, degrees);
    const [tx, ty] = polar(0, -60, i % 2 ? 560 : 500, degrees);
    return (
      path(
        leaf([fx, fy], [tx, ty], 46, 0),
        [hibiscus, mango, cane][i % 3]!,
        `stroke="${night}" stroke-width="6"`,
      ) +
      circle((fx + tx * 2) / 3, (fy + ty * 2) / 3, 17, chalk) +
      circle((fx + tx * 2) / 3, (fy + ty * 2) / 3, 8, indigo)
    );
  }) +
  path(
    curve(
      [
        [0, -330],
        [150, -310],
        [270, -220],
        [318, -60],
        [300, 100],
        [270, 240],
        [180, 390],
        [0, 450],
        [-180, 390],
        [-270, 240],
        [-300, 100],
        [-318, -60],
        [-270, -220],
        [-150, -310],
      ],
      true,
    ),
    mango,
    `stroke="${night}" stroke-width="9"`,
  ) +
  path(
    'M-318 -60C-330 -200 -200 -330 0 -330C200 -330 330 -200 318 -60C220 -150 120 -170 0 -150C-120 -170 -220 -150 -318 -60Z',
    indigo,
  ) +
  both(
    (s) =>
      path(
        `M${s * 50} -40C${s * 90} -130 ${s * 220} -130 ${s * 268} -46C${s * 220} 30 ${s * 100} 30 ${s * 50} -40Z`,
        night,
      ) +
      path(
        `M${s * 70} -42C${s * 110} -104 ${s * 200} -106 ${s * 244} -46C${s * 200} 8 ${s * 120} 8 ${s * 70} -42Z`,
        chalk,
      ) +
      circle(s * 158, -48, 44, hibiscus) +
      circle(s * 158, -48, 24, night) +
      circle(s * 168, -60, 8, chalk),
  ) +
  both((s) => stroke(`M${s * 40} -112C${s * 90} -170 ${s * 210} -170 ${s * 290} -104`, hibiscusDeep, 15)) +
  path(
    'M0 -90C22 -40 30 40 62 96C70 130 30 146 0 140C-30 146 -70 130 -62 96C-30 40 -22 -40 0 -90Z',
    hibiscus,
    `stroke="${night}" stroke-width="6"`,
  ) +
  both((s) => ellipse(s * 26, 122, 12, 9, night)) +
  both(
    (s) =>
      circle(s * 206, 110, 62, rose) +
      circle(s * 206, 110, 44, hibiscus) +
      circle(s * 206, 110, 27, petal) +
      circle(s * 206, 110, 12, hibiscusDeep),
  ) +
  path('M-236 200C-120 170 120 170 236 200C226 320 120 372 0 374C-120 372 -226 320 -236 200Z', night) +
  path('M-206 222C-110 196 110 196 206 222C196 300 110 338 0 340C-110 338 -196 300 -206 222Z', chalk) +
  sequins(
    row(Array.from({ length: 8 }, (_, i): Point => [20 + i * 36, 398 - (i / 7) ** 2 * 172])),
    12,
    mangoLight,
    night,
  ) +
  sequins(
    row(Array.from({ length: 7 }, (_, i): Point => [26 + i * 40, -186 + (i / 6) ** 2 * 70])),
    13,
    chalk,
    hibiscus,
  );

const teeth =
  all(8, (i) =>
    stroke(
      `M${-174 + i * 50} ${196 + Math.abs(i - 3.5) * 4}L${-168 + i * 48} ${340 - Math.abs(i - 3.5) ** 2 * 5}`,
      night,
      6,
    ),
  ) + stroke('M-206 268C-110 262 110 262 206 268', night, 6);

export const zetwalKanaval: Title = {
  slug: 'zetwal-kanaval',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, indigoDeep) +
        confetti(800, 1110, 150) +
        path(star(400, 640, 700, 420, 12), hibiscusDeep) +
        place(400, 610, mask, { scale: 1.12 }) +
        envelope('ZETWAL', {
          x: 178,
          w: 444,
          top: (u) => 274 + 50 * (u * 2 - 1) ** 2,
          bottom: (u) => 366 + 40 * (u * 2 - 1) ** 2,
          ink: mango,
        }) +
        envelope('KANAVAL', {
          x: 208,
          w: 384,
          top: (u) => 844 + 16 * (u * 2 - 1) ** 2,
          bottom: (u) => 976 - 72 * (u * 2 - 1) ** 2,
          ink: hibiscus,
        }) +
        line('yon fim Manno Dezi', { x: 400, y: 1172, size: 29, weight: 700, align: 'middle', ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, indigoDeep) +
        confetti(1600, 900, 260) +
        path(star(1120, 500, 640, 380, 12), hibiscusDeep) +
        place(
          1120,
          480,
          mask +
            teeth +
            place(
              0,
              -250,
              path(star(0, 0, 54, 22, 5), mangoDeep) +
                path(star(-110, 20, 36, 15, 5), mangoLight) +
                path(star(110, 20, 36, 15, 5), mangoLight),
            ),
          { scale: 0.94 },
        ),
      night,
      0.94,
    ),
};
