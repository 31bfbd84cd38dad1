import { leaf } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  mango,
  mangoLight,
  night,
  rose,
} from '../draw/palette.ts';
import { band, star } from '../draw/shapes.ts';
import { all, circle, type Point, path, place, rect, sheet, stroke } from '../draw/svg.ts';
import { halftone, sequins } from '../draw/texture.ts';

const [w, h] = [1920, 160];

const mask =
  circle(0, 0, 52, mango) +
  all(7, (i) =>
    path(
      leaf([0, -30], [-90 + i * 30, -86 - (3 - Math.abs(i - 3)) * 12], 12),
      [chalk, cane, mangoLight][i % 3]!,
    ),
  ) +
  path(
    'M-42 -10C-30 -30 -8 -26 -6 -8C-10 8 -34 8 -42 -10ZM42 -10C30 -30 8 -26 6 -8C10 8 34 8 42 -10Z',
    night,
  ) +
  path('M-28 22Q0 50 28 22Q0 32 -28 22Z', night);

/** Carnival faces on both ends, painted teeth along the edges. */
const festival = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, hibiscus) +
      band(0, 0, w, 24, 'teeth', [hibiscusDeep, mango, chalk]) +
      place(0, h, band(0, 0, w, 24, 'teeth', [hibiscusDeep, mango, chalk]), { scale: 1, scaleY: -1 }) +
      all(
        3,
        (i) =>
          place(104 + i * 138, 96, mask, { scale: 0.62, degrees: i * 8 - 8 }) +
          place(w - 104 - i * 138, 96, mask, { scale: 0.62, degrees: 8 - i * 8 }),
      ) +
      line('Festival Sinema Jakmèl', {
        x: w / 2,
        y: 106,
        size: 76,
        align: 'middle',
        tracking: -0.01,
        ink: { fill: chalk, block: [hibiscusDeep, 5, 5] },
      }),
  );

/** A drapo: two hems of sequins, stars, and Friday. */
const friday = (): string => {
  const hem = (y: number): Point[] => Array.from({ length: 64 }, (_, i): Point => [15 + i * 30, y]);
  return sheet(
    w,
    h,
    rect(0, 0, w, h, indigoDeep) +
      halftone({ x: 0, y: 0, w, h }, 22, indigo, (x) => 0.12 + 0.3 * Math.abs(x / w - 0.5), 45) +
      sequins(hem(16), 9, mango, night) +
      sequins(hem(h - 16), 9, rose, night) +
      [-1, 1]
        .map((side) =>
          all(4, (i) =>
            path(
              star(w / 2 + side * (520 + i * 110), h / 2, 34 - i * 5, 14 - i * 2, 5),
              i % 2 ? chalk : mango,
            ),
          ),
        )
        .join('') +
      line('Nouvo chak vandredi', {
        x: w / 2,
        y: 106,
        size: 78,
        align: 'middle',
        tracking: -0.01,
        ink: mango,
      }),
  );
};

/** Waves that leave from the middle and reach everywhere. */
const everywhere = (): string =>
  sheet(
    w,
    h,
    rect(0, 0, w, h, caneDeep) +
      [0, w].map((x) => all(9, (i) => circle(x, h / 2, 560 - i * 62, i % 2 ? cane : caneDeep))).join('') +
      circle(0, h / 2, 40, mango) +
      circle(w, h / 2, 40, mango) +
      stroke(`M0 4L${w} 4M0 ${h - 4}L${w} ${h - 4}`, mango, 8, 'stroke-dasharray="40 26"') +
      line('Fim ayisyen, tout kote', {
        x: w / 2,
        y: 104,
        size: 78,
        align: 'middle',
        tracking: -0.01,
        ink: { fill: chalk, outline: [caneDeep, 12] },
      }),
  );

export const strips: readonly (() => string)[] = [festival, friday, everywhere];
