import { box } from '../draw/lettering.ts';
import {
  cane,
  chalk,
  cocoa,
  hibiscus,
  indigoDeep,
  mango,
  mangoDeep,
  night,
  petal,
  rust,
  straw,
} from '../draw/palette.ts';
import { band } from '../draw/shapes.ts';
import { all, circle, clip, ellipse, path, place, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const weave = (w: number, h: number, background: string, thread: string): string =>
  path(`M${-w / 2} ${-h}L${w / 2} ${-h}L${w * 0.34} 0L${-w * 0.34} 0Z`, background) +
  all(3, (i) =>
    stroke(
      `M${-w * 0.43 + i * 4} ${-h * (0.78 - i * 0.26)}L${w * 0.43 - i * 4} ${-h * (0.78 - i * 0.26)}`,
      thread,
      4,
      `stroke-dasharray="11 8" stroke-dashoffset="${i * 9}"`,
    ),
  );

/** Five loads, each standing on y = 0 above a head. */
const loads = [
  weave(112, 46, mango, rust) +
    all(5, (i) => circle(-40 + i * 20, -54 - (i % 2) * 8, 15, i % 2 ? hibiscus : mangoDeep)),
  weave(96, 60, straw, rust) +
    all(6, (i) =>
      path(
        `M${-34 + i * 13} -58C${-50 + i * 18} -104 ${-34 + i * 13} -118 ${-30 + i * 12} -120C${-24 + i * 14} -100 ${-24 + i * 12} -80 ${-28 + i * 13} -58Z`,
        cane,
      ),
    ),
  ellipse(0, -34, 62, 34, chalk) +
    stroke('M-50 -44Q0 -10 50 -44M-30 -60Q0 -34 30 -60', rust, 4) +
    path('M-18 -66L-28 -92L0 -80L28 -92L18 -66Z', chalk),
  weave(124, 36, hibiscus, chalk) +
    all(3, (i) =>
      path(
        `M${-46 + i * 36} -36C${-56 + i * 36} -70 ${-40 + i * 36} -84 ${-30 + i * 36} -84C${-20 + i * 36} -84 ${-6 + i * 36} -70 ${-16 + i * 36} -36Z`,
        straw,
      ),
    ),
  path('M-44 0L-38 -74L38 -74L44 0Z', petal) +
    ellipse(0, -74, 38, 10, indigoDeep) +
    stroke('M-42 -20L42 -20M-40 -54L40 -54', hibiscus, 6),
];

export type Cloth = readonly [background: string, figure: string, wrap: string];

/** One woman walking to the right, feet on y = 0, head top at −292. */
export function walker(id: string, load: number, [background, figure, wrap]: Cloth, stride: number): string {
  const gown = `M-34 -206C-44 -150 -${70 + stride} -90 -${84 + stride} -34C-40 -18 40 -18 ${82 - stride * 0.4} -32C62 -96 40 -150 36 -206Z`;
  const pattern =
    load % 2
      ? all(4, (row) => all(6, (i) => circle(-100 + i * 38 + (row % 2) * 19, -60 - row * 36, 9, figure)))
      : all(5, (row) => stroke(`M-120 ${-46 - row * 34}L110 ${-46 - row * 34}`, figure, row % 2 ? 5 : 11));
  return (
    path(
      `M${-40 - stride} -40L${-62 - stride} -4L${-22 - stride} -2L${-20 - stride} -12L${-40 - stride} -16L-22 -40Z`,
      cocoa,
    ) +
    path('M26 -40L34 -8L30 0L74 0Q72 -12 52 -14L46 -40Z', cocoa) +
    path(gown, background) +
    clip(id, path(gown, '#fff'), pattern) +
    path('M-30 -212C-14 -226 20 -226 32 -212L36 -188L-34 -188Z', background) +
    path('M-12 -244L14 -244L18 -212Q2 -200 -14 -212Z', cocoa) +
    path('M-24 -276C-28 -244 -12 -232 8 -234C22 -236 28 -246 28 -256L34 -262L28 -270L26 -284Z', cocoa) +
    path('M-28 -260C-38 -294 -12 -306 6 -304C26 -302 32 -288 28 -276C10 -282 -10 -280 -28 -260Z', wrap) +
    path('M-28 -262C-50 -262 -54 -246 -40 -240C-38 -252 -30 -256 -28 -262Z', wrap) +
    path('M20 -204C40 -170 56 -152 74 -140L64 -126C38 -138 14 -160 4 -186Z', cocoa) +
    path('M-26 -204C-40 -170 -52 -150 -66 -136L-54 -124C-34 -142 -18 -164 -10 -188Z', cocoa) +
    place(0, -302, loads[load]!)
  );
}

export const cloths: readonly Cloth[] = [
  [hibiscus, chalk, mango],
  [indigoDeep, mango, hibiscus],
  [chalk, hibiscus, indigoDeep],
  [mango, night, chalk],
  [cane, straw, hibiscus],
];

const row = (
  name: string,
  from: number,
  y: number,
  step: number,
  count: number,
  first: number,
  scale: number,
  left = false,
): string =>
  all(count, (i) => {
    const k = (i + first) % 5;
    const woman = walker(`${name}${i}`, (i + first * 2) % 5, cloths[k]!, (i * 7) % 16);
    return place(from + i * step, y, woman, { scale: left ? -scale : scale, scaleY: scale });
  });

export const fanmAkPanye: Title = {
  slug: 'fanm-ak-panye',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, rust) +
        band(0, 0, 800, 40, 'teeth', [night, mango, hibiscus]) +
        row('a', 110, 468, 196, 4, 0, 0.98) +
        rect(0, 466, 800, 154, night) +
        box('FANM', { x: 44, y: 496, w: 712, h: 94, ink: straw }) +
        row('b', 92, 1012, 154, 5, 2, 0.92, true) +
        rect(0, 1010, 800, 150, night) +
        box('AK PANYE', { x: 44, y: 1040, w: 712, h: 88, ink: mango }) +
        band(0, 1160, 800, 40, 'petals', [night, hibiscus, straw]),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, rust) +
        circle(1168, 330, 290, mangoDeep) +
        band(0, 0, 1600, 44, 'teeth', [night, mango, hibiscus]) +
        rect(0, 790, 1600, 110, night) +
        row('a', 850, 792, 212, 4, 0, 1.46) +
        band(0, 838, 1600, 62, 'petals', [night, hibiscus, straw]),
      '#2A0F0C',
      0.97,
    ),
};
