import { box, line, lineOf, ring } from '../draw/lettering.ts';
import {
  chalk,
  chalkShade,
  cocoa,
  hibiscus,
  hibiscusDeep,
  ink,
  mango,
  mangoDeep,
  night,
  nightSoft,
  rust,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { star } from '../draw/shapes.ts';
import { all, circle, path, place, polygon, rect } from '../draw/svg.ts';
import { specks } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A stamp whose handle is an armchair nobody sits in. The rubber meets the paper at y = 0. */
const stamp =
  polygon(
    [
      [-300, -92],
      [300, -92],
      [280, 0],
      [-280, 0],
    ],
    night,
  ) +
  rect(-286, -12, 572, 20, hibiscusDeep) +
  rect(-300, -112, 600, 24, ink) +
  path('M-70 -112C-60 -200 -40 -220 -36 -300L36 -300C40 -220 60 -200 70 -112Z', rust) +
  path('M-40 -112C-34 -190 -20 -220 -18 -300L-4 -300C-8 -220 -14 -190 -14 -112Z', mangoDeep) +
  rect(-190, -336, 380, 40, rust, 'rx="14"') +
  path('M-150 -336L-168 -640Q-160 -700 0 -716Q160 -700 168 -640L150 -336Z', rust) +
  path('M-122 -372L-138 -626Q-130 -672 0 -684Q130 -672 138 -626L122 -372Z', hibiscus) +
  all(4, (row) => all(4, (i) => circle(-84 + i * 56 + 0, -620 + row * 66, 8, hibiscusDeep))) +
  path('M-176 -400L176 -400L196 -336L-196 -336Z', hibiscusDeep) +
  [-1, 1]
    .map(
      (side) =>
        rect(side > 0 ? 150 : -206, -470, 56, 34, mangoDeep, 'rx="16"') +
        rect(side > 0 ? 170 : -190, -440, 20, 110, rust),
    )
    .join('') +
  path(star(0, -728, 34, 15, 5), mango) +
  circle(-168, -660, 18, mango) +
  circle(168, -660, 18, mango);

const form = (w: number, h: number): string =>
  rect(0, 0, w, h, chalkShade) +
  all(Math.ceil(h / 46), (i) => rect(0, 30 + i * 46, w, 2, '#CBBDA2')) +
  all(5, (i) => rect(60, 96 + i * 92, 28, 28, 'none', 'stroke="#B7A88B" stroke-width="4"'));

/** People waiting, drawn as small as the office thinks they are. */
const queue = (count: number, step: number): string => {
  const random = seeded(12);
  return all(count, (i) => {
    const tall = random.between(0.86, 1.12);
    return place(
      i * step,
      0,
      path(
        'M-13 0L-11 -40C-15 -60 -9 -72 0 -72C10 -72 15 -60 12 -40L14 0L4 0L0 -28L-4 0Z',
        random.pick([night, nightSoft, cocoa]),
      ) +
        circle(0, -84, 11, cocoa) +
        (i % 3 === 1 ? rect(10, -56, 15, 20, chalk) : '') +
        (i % 4 === 2 ? path('M-18 -86Q0 -108 18 -86Z', mangoDeep) : ''),
      { scale: tall },
    );
  });
};

const wornInk = (x: number, y: number, w: number, h: number): string =>
  specks(seeded(41), { x, y, w, h }, 260, chalkShade, 6);

export const leta: Title = {
  slug: 'leta',
  poster: () =>
    posterSheet(
      form(800, 1200) +
        place(392, 692, stamp, { scale: 0.9, degrees: -5 }) +
        place(
          400,
          882,
          rect(-330, -150, 660, 268, 'none', `stroke="${hibiscus}" stroke-width="13" rx="16"`) +
            rect(-308, -128, 616, 224, 'none', `stroke="${hibiscus}" stroke-width="4" rx="8"`) +
            box('LÉTÀ', { x: -276, y: -70, w: 552, h: 140, ink: hibiscus }) +
            wornInk(-330, -160, 660, 280),
          { degrees: -5 },
        ) +
        rect(0, 1138, 800, 62, night) +
        place(38, 1140, queue(17, 45)) +
        line('yon komedi Esther Labossière', {
          x: 400,
          y: 1180,
          size: 26,
          weight: 600,
          align: 'middle',
          ink: chalk,
        }) +
        path(lineOf('FÒM 27-B', { x: 60, y: 62, size: 24, weight: 700 }), '#8A7A5C') +
        path(lineOf('3 KOPI · 7 TENM', { x: 740, y: 62, size: 24, weight: 700, align: 'right' }), '#8A7A5C'),
    ),
  banner: () =>
    bannerSheet(
      form(1600, 900) +
        place(
          1360,
          650,
          circle(0, 0, 150, 'none', `stroke="${hibiscus}" stroke-width="12"`) +
            circle(0, 0, 108, 'none', `stroke="${hibiscus}" stroke-width="5"`) +
            path(star(0, 0, 74, 30, 5), hibiscus) +
            ring('· · · · · · · · · ·', { cx: 0, cy: 0, r: 118, degrees: -90, size: 34, ink: hibiscus }) +
            wornInk(-160, -160, 320, 320),
          { degrees: -14 },
        ) +
        place(1060, 770, stamp, { scale: 0.98, degrees: -5 }) +
        rect(0, 846, 1600, 54, night) +
        place(640, 848, queue(21, 46)),
      night,
      0.97,
    ),
};
