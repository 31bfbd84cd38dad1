import { line } from '../draw/lettering.ts';
import {
  chalk,
  cocoa,
  hibiscus,
  indigo,
  indigoDeep,
  lagoon,
  lagoonLight,
  mango,
  mangoDeep,
  mangoLight,
  night,
  rust,
  sky,
  straw,
} from '../draw/palette.ts';
import { all, at, circle, ellipse, path, place, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A ruled line that forgets itself and becomes a wave: `sea` runs from 0 (paper) to 1 (open water). */
function rule(w: number, y: number, sea: number, row: number): string {
  let d = '';
  for (let x = -10; x <= w + 10; x += 8)
    d += `${d ? 'L' : 'M'}${at(x, y + Math.sin(x / (46 + row * 3) + row * 1.9) * 17 * sea)}`;
  return d;
}

const tints = [straw, '#DFF0EC', '#BFE2E0', '#9DD3D3', lagoonLight, '#5BAEB5', '#3A95A1', lagoon, '#15697A'];

/** The page: ruled at the top, sea at the bottom, one line after the other. */
const page = (w: number, h: number, first: number, step: number, shore: number): string =>
  rect(0, 0, w, h, chalk) +
  all(Math.ceil((h - first) / step) + 1, (i) => {
    const y = first + i * step;
    const sea = Math.max(0, (y - shore) / (h - shore));
    const fill =
      sea > 0
        ? path(
            `${rule(w, y, sea + 0.25, i)}L${w + 20} ${h + 40}L-20 ${h + 40}Z`,
            tints[Math.min(8, Math.floor(sea * 9.5))]!,
          )
        : '';
    return fill + stroke(rule(w, y, sea > 0 ? sea + 0.25 : 0, i), sea > 0.55 ? chalk : sky, 4);
  });

/** The school's brass bell, hanging from the origin. */
const bell =
  stroke('M0 -120L0 30', rust, 9) +
  path(
    'M-22 20Q0 -6 22 20L30 40C84 60 98 130 104 210C108 240 130 254 138 268L-138 268C-130 254 -108 240 -104 210C-98 130 -84 60 -30 40Z',
    mango,
  ) +
  path('M-66 100C-76 140 -78 190 -84 220L-56 220C-54 180 -50 140 -40 96Z', mangoLight) +
  path('M60 60C92 90 98 150 104 210C108 240 130 254 138 268L84 268C80 200 84 120 60 60Z', mangoDeep) +
  rect(-112, 214, 222, 9, rust) +
  circle(0, 286, 24, rust) +
  stroke('M0 300C14 350 -22 372 -6 424', rust, 7) +
  circle(-6, 430, 12, hibiscus);

const pupil = (shirt: string, hair: string): string =>
  path('M-44 0C-48 -70 -40 -104 -18 -112L18 -112C40 -104 48 -70 44 0Z', shirt) +
  rect(-12, -128, 24, 24, cocoa) +
  circle(0, -150, 32, cocoa) +
  hair;
const bows =
  circle(-30, -172, 15, night) +
  circle(30, -172, 15, night) +
  path('M-33 -154C-33 -190 33 -190 33 -154Z', night) +
  circle(-30, -172, 6, hibiscus) +
  circle(30, -172, 6, hibiscus);
const cropped = path('M-33 -148C-36 -194 36 -194 33 -148C20 -160 -20 -160 -33 -148Z', night);
const hat = path('M-34 -156C-30 -196 30 -196 34 -156Z', indigo) + rect(-36, -160, 72, 10, hibiscus);

/** Three pupils on one bench, backs to us; the ground is y = 0. */
const bench =
  place(-120, -104, pupil(sky, bows)) +
  place(0, -104, pupil(chalk, cropped)) +
  place(118, -104, pupil(sky, hat)) +
  rect(-210, -116, 420, 26, rust) +
  rect(-210, -94, 420, 8, cocoa) +
  rect(-180, -90, 22, 92, rust) +
  rect(158, -90, 22, 92, rust) +
  stroke('M-170 -44L170 -44', rust, 12) +
  place(
    250,
    0,
    path('M-34 0L-38 -66Q0 -84 38 -66L34 0Z', hibiscus) +
      stroke('M-16 -70Q0 -100 16 -70', hibiscus, 8) +
      rect(-24, -40, 48, 8, chalk),
  );

export const lekolBoLanme: Title = {
  slug: 'lekol-bo-lanme',
  poster: () =>
    posterSheet(
      page(800, 1200, 96, 62, 500) +
        rect(88, 0, 5, 560, hibiscus) +
        all(3, (i) => circle(42, 130 + i * 180, 17, '#D8CDB9')) +
        place(650, 40, bell, { scale: 0.8, degrees: 9 }) +
        line('Lekòl', { x: 112, y: 279, size: 148, tracking: -0.03, ink: indigoDeep }) +
        line('Bò', { x: 112, y: 403, size: 148, tracking: -0.03, ink: hibiscus }) +
        line('Lanmè', { x: 112, y: 527, size: 148, tracking: -0.03, ink: indigoDeep }) +
        path(
          'M-10 1050C160 1020 300 1064 480 1040C620 1024 720 1050 810 1030L810 1210L-10 1210Z',
          mangoLight,
        ) +
        ellipse(400, 1104, 300, 12, mangoDeep) +
        place(384, 1102, bench, { scale: 1.06 }) +
        line('yon fim Nadège Pyè', { x: 400, y: 1172, size: 28, weight: 700, align: 'middle', ink: cocoa }),
    ),
  banner: () =>
    bannerSheet(
      page(1600, 900, 70, 58, 330) +
        place(1420, 20, bell, { scale: 0.86, degrees: 9 }) +
        path('M-10 790C360 760 700 800 1000 776C1300 756 1460 786 1610 770L1610 910L-10 910Z', mangoLight) +
        ellipse(1090, 836, 320, 12, mangoDeep) +
        place(1080, 834, bench, { scale: 1.3 }),
      indigoDeep,
      0.97,
    ),
};
