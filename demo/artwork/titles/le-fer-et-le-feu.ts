import { curve, gouge, leaf, ribbon } from '../draw/curves.ts';
import { box } from '../draw/lettering.ts';
import { hibiscus, hibiscusDeep, mango, mangoLight, night, straw } from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, ellipse, type Point, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { dots } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** Tongues of fire, in layers that get hotter towards the foot. */
const fire = (w: number, h: number): string =>
  rect(0, 0, w, h, hibiscusDeep) +
  [hibiscus, '#E8642F', mango, mangoLight]
    .map((colour, layer) => {
      const random = seeded(50 + layer);
      const base = h * (0.06 + layer * 0.2);
      const step = 96 - layer * 6;
      const tips: string[] = [];
      for (let x = -60; x < w + 60; x += step) {
        const tall = random.between(80, 230) * (1 - layer * 0.12);
        tips.push(
          `C${x + step * 0.1} ${base + 60} ${x + step * 0.6} ${base + 20} ${x + step * 0.42} ${base - tall}C${x + step * 0.9} ${base - tall * 0.3} ${x + step * 0.72} ${base + 70} ${x + step} ${base + 70}`,
        );
      }
      return path(`M-60 ${base + 70}${tips.join('')}L${w + 100} ${h}L-60 ${h}Z`, colour);
    })
    .join('');

const light = straw;
/** A drum lid cut with the chisel: a mermaid in a ring, everything touching so that it stays one sheet. Radius 350. */
function lid(glowing: string): string {
  const tail: Point[] = [
    [10, -20],
    [-30, 70],
    [-120, 150],
    [-150, 230],
    [-60, 284],
    [80, 262],
    [170, 190],
  ];
  const scales = all(9, (row) => {
    const t = row / 9;
    const y = 40 + t * 130;
    const x = -8 - t * 90;
    return all(3, (k) => stroke(`M${x - 44 + k * 28} ${y + k * 12}q14 20 28 0`, glowing, 5));
  });
  const locks = all(9, (i) => {
    const from = polar(0, -200, 40, 200 + i * 17.5);
    const to = polar(0, -200, 150 - Math.abs(i - 4) * 4, 196 + i * 18.5);
    return (
      path(leaf(from, to, 16, i % 2 ? 14 : -14), night) +
      path(gouge(from, [to[0] * 0.9, (to[1] + 200) * 0.86 - 200], 2.4, i % 2 ? 8 : -8), glowing)
    );
  });
  return (
    path(
      `M-350 0a350 350 0 1 0 700 0a350 350 0 1 0 -700 0ZM-292 0a292 292 0 1 1 584 0a292 292 0 1 1 -584 0Z`,
      night,
      'fill-rule="evenodd"',
    ) +
    dots(
      Array.from({ length: 60 }, (_, i): Point => polar(0, 0, 321, i * 6)),
      6,
      glowing,
    ) +
    path(
      ribbon(tail, (t) => 118 - 84 * t),
      night,
    ) +
    path(leaf([160, 200], [262, 92], 36, -22), night) +
    path(leaf([160, 196], [276, 216], 34, 20), night) +
    path(gouge([172, 186], [244, 112], 3, -10), glowing) +
    path(gouge([176, 200], [258, 208], 3, 8), glowing) +
    scales +
    stroke(
      'M-136 206C-130 250 -60 276 20 264M-110 214C-90 244 -40 254 30 240',
      glowing,
      5,
      'stroke-dasharray="16 12"',
    ) +
    locks +
    path(
      curve(
        [
          [-30, -150],
          [-74, -130],
          [-66, -60],
          [-56, 0],
          [66, 0],
          [74, -60],
          [80, -130],
          [34, -150],
        ],
        true,
      ),
      night,
    ) +
    path(
      ribbon(
        [
          [-60, -120],
          [-140, -100],
          [-190, -170],
          [-240, -190],
        ],
        (t) => 44 - 16 * t,
      ),
      night,
    ) +
    path(
      ribbon(
        [
          [66, -120],
          [140, -90],
          [196, -160],
          [244, -180],
        ],
        (t) => 44 - 16 * t,
      ),
      night,
    ) +
    rect(-20, -170, 40, 40, night) +
    path('M-48 -214C-50 -270 50 -270 48 -214C46 -170 24 -148 0 -146C-24 -148 -46 -170 -48 -214Z', night) +
    stroke('M-30 -214q11 -10 22 0M8 -214q11 -10 22 0M-2 -208l-5 22h9M-14 -172q14 10 28 0', glowing, 5) +
    circle(-30, -92, 17, 'none', `stroke="${glowing}" stroke-width="5"`) +
    circle(32, -92, 17, 'none', `stroke="${glowing}" stroke-width="5"`) +
    circle(-30, -92, 5, glowing) +
    circle(32, -92, 5, glowing) +
    stroke('M-54 -30q12 14 24 0t24 0t24 0t24 0', glowing, 5) +
    place(
      236,
      -64,
      path('M-54 0C-24 -34 24 -30 44 -4L72 -26L68 30L44 6C20 32 -26 30 -54 0Z', night) +
        circle(-28, -4, 5, glowing) +
        stroke('M-8 -16q10 16 0 32M10 -14q10 14 0 28', glowing, 4),
      { degrees: -70 },
    ) +
    path(
      ribbon(
        [
          [236, -120],
          [250, -180],
          [262, -210],
        ],
        () => 16,
      ),
      night,
    ) +
    place(
      -222,
      -20,
      ellipse(0, 0, 40, 54, night) +
        ellipse(0, 0, 26, 40, glowing) +
        ellipse(0, 0, 17, 30, night) +
        rect(-8, 50, 16, 56, night),
      { degrees: 14 },
    ) +
    path(
      ribbon(
        [
          [-236, -60],
          [-250, -130],
          [-240, -196],
        ],
        () => 16,
      ),
      night,
    ) +
    path(leaf([-150, 230], [-236, 172], 20, 0), night) +
    path(leaf([70, 270], [110, 330], 26, 0), night)
  );
}

const rayRing = (from: number, to: number): string =>
  all(24, (i) =>
    path(
      leaf(
        polar(0, 0, from, i * 15),
        polar(0, 0, i % 2 ? to : to * 0.92, i * 15 + (i % 2 ? 0 : 5)),
        i % 2 ? 26 : 15,
        i % 2 ? 0 : 16,
      ),
      night,
    ),
  );

/** Two strips of sheet iron riveted across, the ground for lettering. */
const strip = (w: number, y: number, h: number): string =>
  rect(0, y, w, h, night) +
  all(
    Math.ceil(w / 66),
    (i) => circle(33 + i * 66, y + 16, 5, hibiscus) + circle(33 + i * 66, y + h - 16, 5, hibiscus),
  );

export const leFerEtLeFeu: Title = {
  slug: 'le-fer-et-le-feu',
  poster: () =>
    posterSheet(
      fire(800, 1200) +
        place(400, 446, rayRing(330, 462), { scale: 1 }) +
        place(
          400,
          446,
          circle(0, 0, 300, '#E8642F') +
            circle(0, 0, 240, mango) +
            circle(0, 0, 160, mangoLight) +
            lid(light),
        ) +
        strip(800, 918, 282) +
        box('LE FER', { x: 60, y: 958, w: 680, h: 92, ink: mango }) +
        box('ET LE FEU', { x: 60, y: 1074, w: 680, h: 82, ink: '#E8642F' }),
    ),
  banner: () =>
    bannerSheet(
      fire(1600, 900) +
        place(1130, 450, rayRing(330, 450)) +
        place(
          1130,
          450,
          circle(0, 0, 300, '#E8642F') +
            circle(0, 0, 240, mango) +
            circle(0, 0, 160, mangoLight) +
            lid(light),
        ),
      night,
      0.96,
    ),
};
