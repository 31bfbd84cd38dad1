import { leaf } from '../draw/curves.ts';
import { line, ring } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  mango,
  night,
  sky,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, at, circle, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** One arm of the storm: it starts at the eye's rim and widens outwards. */
function arm(cx: number, cy: number, start: number, reach: number, share: number): string {
  const edge = (shift: number): string[] =>
    Array.from({ length: 60 }, (_, i) => {
      const t = i / 59;
      const r = 92 * Math.exp(t * Math.log(reach / 92));
      return at(...polar(cx, cy, r, start + shift * (0.25 + 0.75 * t) - t * 300));
    });
  return `M${[...edge(0), ...edge(share).reverse()].join('L')}Z`;
}

const storm = (cx: number, cy: number, reach: number): string =>
  [hibiscus, indigoLight, sky, indigo, chalk, indigoLight, hibiscus, sky, indigo, chalk]
    .map((colour, i) => path(arm(cx, cy, i * 36, reach, i % 2 ? 15 : 24), colour))
    .join('') +
  halftone(
    { x: cx - reach, y: cy - reach, w: reach * 2, h: reach * 2 },
    19,
    indigoDeep,
    (x, y) => {
      const d = Math.hypot(x - cx, y - cy);
      return d < 150
        ? 0
        : Math.min(0.34, 0.12 + 0.2 * Math.sin(Math.atan2(y - cy, x - cx) * 4 + Math.log(d) * 11));
    },
    20,
  );

/** A palm from above whose fronds are all blown to one side. */
const palm = (): string =>
  all(9, (i) => {
    const angle = i * 40;
    const [bx, by] = polar(0, 0, 62, angle);
    return path(
      leaf([0, 0], [bx + 46, by * 0.8], 13, (i % 2 ? 1 : -1) * 12),
      i % 2 ? cane : caneDeep,
      `stroke="${night}" stroke-width="3"`,
    );
  }) + circle(0, 0, 9, mango);

const hut =
  rect(-26, -20, 52, 40, hibiscus) + rect(-26, -20, 52, 20, hibiscusDeep) + stroke('M-26 0L26 0', night, 4);

function debris(
  cx: number,
  cy: number,
  from: number,
  to: number,
  count: number,
  seed: number,
  squash = 1,
): string {
  const random = seeded(seed);
  return all(count, (i) => {
    const degrees = (i / count) * 360 + random.between(-8, 8);
    const r = random.between(from, to);
    const [x, y] = polar(cx, cy, r, degrees);
    const thing = i % 4 === 3 ? hut : palm();
    return place(x, cy + (y - cy) * squash, thing, {
      scale: random.between(0.8, 1.25),
      degrees: degrees - 62,
    });
  });
}

const eye = (cx: number, cy: number): string =>
  circle(cx, cy, 104, night) +
  circle(cx, cy, 84, hibiscus) +
  circle(cx, cy, 62, chalk) +
  circle(cx, cy, 40, indigo) +
  circle(cx, cy, 22, night) +
  circle(cx + 14, cy - 14, 8, chalk);

export const sezonSiklon: Title = {
  slug: 'sezon-siklon',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, indigoDeep) +
        storm(400, 590, 1000) +
        debris(400, 590, 396, 480, 22, 6, 1.2) +
        ring('SEZON', {
          cx: 400,
          cy: 590,
          r: 202,
          degrees: -90,
          size: 150,
          tracking: 0.06,
          ink: { fill: chalk, outline: [night, 14] },
        }) +
        ring('SIKLÒN', {
          cx: 400,
          cy: 590,
          r: 312,
          degrees: 90,
          size: 142,
          tracking: 0.15,
          inside: true,
          ink: { fill: chalk, outline: [night, 14] },
        }) +
        place(400, 590, eye(0, 0), { scale: 1.22 }) +
        rect(0, 1128, 800, 72, night) +
        line('yon fim Wilner Jozèf', { x: 400, y: 1174, size: 28, weight: 600, align: 'middle', ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, indigoDeep) +
        storm(1110, 450, 1300) +
        debris(1110, 450, 270, 460, 22, 6, 0.9) +
        place(1110, 450, eye(0, 0), { scale: 1.3 }),
      night,
      0.96,
    ),
};
