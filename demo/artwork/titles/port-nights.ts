import { boxOf, line } from '../draw/lettering.ts';
import {
  cane,
  chalk,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  indigoLight,
  lagoon,
  mango,
  mangoDeep,
  mangoLight,
  night,
  nightSoft,
  rust,
  sky,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, ellipse, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, episodeSheet, posterSheet, type Series } from '../draw/title.ts';

/** A harbour crane that stands like an animal; feet on y = 0, boom to the right. */
const crane = (ink: string, lamp: string): string =>
  stroke('M-120 0L-96 -330L96 -330L120 0M-112 -110L112 -110M-104 -220L104 -220', ink, 17) +
  stroke('M-112 -110L104 -220M112 -110L-104 -220M-104 -220L96 -330', ink, 6) +
  rect(-150, -372, 470, 26, ink) +
  stroke('M-30 -372L-6 -520L20 -372M-6 -512L312 -366M-6 -512L-146 -366', ink, 9) +
  all(12, (i) => stroke(`M${-140 + i * 38} -372l19 26l19 -26`, ink, 4)) +
  rect(-60, -346, 70, 54, ink) +
  rect(-48, -336, 30, 26, lamp) +
  circle(-6, -524, 9, hibiscus) +
  circle(312, -376, 7, lamp);

const load = (colour: string): string =>
  stroke('M-30 -100L0 -150L30 -100M0 -150L0 -400', night, 5) +
  rect(-56, -100, 112, 58, colour) +
  all(8, (i) => rect(-48 + i * 13, -94, 5, 46, night, 'opacity="0.35"'));

/** A ridged container, with or without a character painted on it. */
const container = (
  w: number,
  h: number,
  colour: string,
  character?: string,
  paintInk: string = chalk,
): string =>
  rect(0, 0, w, h, colour) +
  all(Math.floor(w / 15), (i) => rect(6 + i * 15, 10, 6, h - 20, night, 'opacity="0.22"')) +
  rect(0, 0, w, h, 'none', `stroke="${night}" stroke-width="7"`) +
  (character
    ? path(
        boxOf(character, {
          x: w * 0.17,
          y: h * 0.16,
          w: character === 'I' ? w * 0.22 : w * 0.66,
          h: h * 0.68,
        }),
        paintInk,
        character === 'I' ? `transform="translate(${w * 0.22} 0)"` : '',
      )
    : '');

const lights = (w: number, y: number, count: number, seed: number): string => {
  const random = seeded(seed);
  return all(count, () => {
    const x = random.between(0, w);
    const colour = random.pick([mango, mangoLight, hibiscus, mango]);
    return (
      circle(x, y - random.between(2, 20), random.between(2.5, 5), colour) +
      all(5, (k) =>
        ellipse(
          x + Math.sin(k * 2 + x) * 4,
          y + 12 + k * 11,
          9 - k * 1.2,
          2.6,
          colour,
          `opacity="${0.9 - k * 0.16}"`,
        ),
      )
    );
  });
};

const glow = (w: number, top: number, h: number): string =>
  rect(0, 0, w, top + h, indigoDeep) +
  halftone(
    { x: 0, y: top - 120, w, h: h + 120 },
    17,
    hibiscusDeep,
    (_, y) => Math.max(0, (y - top + 120) / (h + 120)) * 0.62,
    45,
  ) +
  halftone(
    { x: 0, y: top + h * 0.3, w, h: h * 0.7 },
    17,
    hibiscus,
    (_, y) => Math.max(0, (y - top - h * 0.3) / (h * 1.3)),
    45,
  );

export const portNights: Series = {
  slug: 'port-nights',
  poster: () =>
    posterSheet(
      glow(800, 300, 460) +
        circle(150, 150, 62, mangoLight) +
        circle(178, 134, 56, indigoDeep) +
        place(600, 770, crane(nightSoft, mango), { scale: -0.86, scaleY: 0.86 }) +
        place(214, 780, crane(night, mango), { scale: 1.24 }) +
        place(540, 726, load(mango), { scale: 0.94 }) +
        rect(0, 768, 800, 26, night) +
        [...'PORT']
          .map((character, i) =>
            place(
              34 + i * 183,
              786,
              container(183, 146, [hibiscus, indigo, mango, cane][i]!, character, i === 2 ? night : chalk),
            ),
          )
          .join('') +
        [...'NIGHTS']
          .map((character, i) =>
            place(
              34 + i * 122,
              932,
              container(
                122,
                136,
                [indigo, mango, rust, lagoon, hibiscus, indigoLight][i]!,
                character,
                i === 1 ? night : chalk,
              ),
            ),
          )
          .join('') +
        rect(0, 1066, 800, 134, night) +
        lights(800, 1084, 26, 5) +
        line('yon seri Ketsia Aurelus', {
          x: 400,
          y: 1172,
          size: 26,
          weight: 600,
          align: 'middle',
          ink: { fill: chalk, outline: [night, 8] },
        }),
    ),
  banner: () =>
    bannerSheet(
      glow(1600, 220, 500) +
        circle(760, 130, 60, mangoLight) +
        circle(788, 114, 54, indigoDeep) +
        place(1420, 726, crane(nightSoft, mango), { scale: -0.9, scaleY: 0.9 }) +
        place(960, 730, crane(night, mango), { scale: 1.3 }) +
        place(1300, 640, load(mango)) +
        rect(0, 722, 1600, 180, night) +
        all(9, (i) =>
          place(
            700 + i * 106,
            660 - (i % 3 === 1 ? 66 : 0),
            container(106, i % 3 === 1 ? 132 : 66, [hibiscus, indigo, mango, cane, rust, lagoon][i % 6]!),
          ),
        ) +
        lights(1600, 744, 60, 5),
      night,
      0.94,
    ),
  episode: (number) => episodeSheet(scenes[(number - 1) % scenes.length]!()),
};

const hull = (ink: string): string =>
  polygon(
    [
      [-220, -70],
      [230, -70],
      [190, 0],
      [-190, 0],
    ],
    ink,
  ) +
  rect(90, -150, 90, 82, ink) +
  all(3, (i) => rect(102 + i * 26, -136, 14, 14, mango)) +
  all(5, (i) => rect(-190 + i * 54, -110, 50, 40, [hibiscus, mangoDeep, indigoLight, cane, rust][i]!));

/** Six nights of one harbour. */
const scenes: readonly (() => string)[] = [
  () =>
    glow(640, 60, 240) +
    place(200, 300, crane(night, mango), { scale: 0.56 }) +
    place(470, 300, crane(nightSoft, mango), { scale: -0.46, scaleY: 0.46 }) +
    rect(0, 296, 640, 64, night) +
    lights(640, 306, 24, 2),
  () =>
    rect(0, 0, 640, 360, nightSoft) +
    all(12, (i) =>
      place(
        (i % 4) * 160,
        Math.floor(i / 4) * 120,
        container(
          160,
          120,
          [hibiscus, indigo, mangoDeep, cane, rust, lagoon, indigoLight, hibiscusDeep][(i * 5) % 8]!,
        ),
      ),
    ) +
    rect(0, 0, 640, 360, night, 'opacity="0.35"') +
    polygon(
      [
        [320, 0],
        [520, 360],
        [140, 360],
      ],
      mangoLight,
      'opacity="0.35"',
    ) +
    path('M300 350C296 300 306 286 326 284C346 286 356 300 352 350Z', night) +
    circle(326, 268, 17, night),
  () =>
    rect(0, 0, 640, 360, indigoDeep) +
    circle(480, 96, 52, mangoLight) +
    rect(0, 260, 640, 100, night) +
    place(290, 266, hull('#05060D'), { scale: 1.1 }) +
    lights(640, 268, 18, 8) +
    all(7, (i) => ellipse(480 + (i % 2 ? 8 : -8), 276 + i * 12, 50 - i * 5, 3, mangoLight)),
  () =>
    rect(0, 0, 640, 360, hibiscusDeep) +
    halftone({ x: 0, y: 0, w: 640, h: 360 }, 16, hibiscus, (_, y) => y / 800, 45) +
    place(340, 420, crane(night, mango), { scale: 0.86 }) +
    place(560, 300, load(indigo), { scale: 0.7 }),
  () =>
    rect(0, 0, 640, 360, night) +
    all(
      3,
      (i) =>
        polygon(
          [
            [130 + i * 200, 40],
            [190 + i * 200, 320],
            [70 + i * 200, 320],
          ],
          mango,
          'opacity="0.7"',
        ) +
        stroke(`M${130 + i * 200} 40L${130 + i * 200} 320`, nightSoft, 8) +
        circle(130 + i * 200, 40, 13, mangoLight),
    ) +
    rect(0, 316, 640, 44, nightSoft) +
    path('M410 318C408 270 414 252 430 250C446 252 452 270 450 318Z', '#05060D') +
    circle(430, 236, 14, '#05060D'),
  () =>
    rect(0, 0, 640, 360, sky) +
    circle(470, 190, 90, mango) +
    place(180, 320, crane(indigoDeep, mango), { scale: 0.6 }) +
    rect(0, 300, 640, 60, indigo) +
    place(440, 306, hull(indigoDeep), { scale: 0.6 }),
];
