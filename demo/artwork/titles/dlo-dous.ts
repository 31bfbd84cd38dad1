import { ribbon } from '../draw/curves.ts';
import { box, envelope, line } from '../draw/lettering.ts';
import {
  caneDeep,
  caneLight,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  lagoon,
  lagoonLight,
  mint,
  night,
  rose,
} from '../draw/palette.ts';
import { all, ellipse, type Point, path, place, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A tipped enamel bucket; its lip pours from about (−150, 70). */
const bucket =
  stroke('M-150 -60C-120 -250 170 -250 176 -90', night, 11) +
  path('M-170 -70L170 -110L130 190Q0 240 -96 216Z', hibiscus) +
  path('M60 -96L170 -110L130 190Q90 206 50 214Z', hibiscusDeep) +
  path('M-120 -60L-84 -66L-64 210L-92 212Z', rose) +
  ellipse(0, -90, 172, 46, chalk, 'transform="rotate(-6.5 0 -90)"') +
  ellipse(0, -88, 152, 35, lagoon, 'transform="rotate(-6.5 0 -88)"') +
  stroke('M-126 90Q0 130 148 70', chalk, 12);

const stream: Point[] = [
  [250, 336],
  [200, 420],
  [240, 560],
  [420, 680],
  [470, 800],
  [400, 960],
];

/** Rings where the water lands. */
const rings = (cx: number, cy: number, count: number): string =>
  all(count, (i) => {
    const r = 90 + (count - 1 - i) * 74;
    return ellipse(cx, cy, r, r * 0.36, [lagoon, '#2B93A0', lagoonLight, mint][(count - 1 - i) % 4]!);
  });

const threads = (points: readonly Point[]): string =>
  [-0.3, 0.02, 0.3]
    .map((shift) =>
      stroke(
        `M${points.map(([x, y], i) => `${x + shift * (70 + i * 14)} ${y}`).join('L')}`,
        chalk,
        5,
        'stroke-dasharray="60 34" opacity="0.7"',
      ),
    )
    .join('');

export const dloDous: Title = {
  slug: 'dlo-dous',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mint) +
        halftone(
          { x: 0, y: 0, w: 800, h: 800 },
          22,
          caneLight,
          (x, y) => Math.max(0, 0.46 - (x + y) / 1900),
          45,
        ) +
        rect(0, 800, 800, 400, lagoon) +
        rings(400, 966, 8) +
        path(
          ribbon(stream, (t) => 64 + 130 * t),
          lagoon,
        ) +
        path(
          ribbon(stream, (t) => 30 + 70 * t),
          '#2B93A0',
        ) +
        ellipse(400, 966, 128, 46, chalk) +
        ellipse(400, 962, 84, 28, lagoonLight) +
        place(400, 250, bucket, { scale: 1.1, degrees: -34 }) +
        stroke('M288 58L288 -20', cocoa, 10) +
        rect(276, 44, 24, 26, cocoa, 'rx="6"') +
        box('DLO', { x: 540, y: 506, w: 212, h: 132, ink: caneDeep }) +
        envelope('DOUS', {
          x: 56,
          w: 688,
          top: (u) => 1014 + 40 * Math.sin(u * Math.PI),
          bottom: (u) => 1112 + 42 * Math.sin(u * Math.PI),
          ink: { fill: chalk, outline: [caneDeep, 9] },
        }) +
        line('yon fim', { x: 542, y: 680, size: 25, weight: 600, ink: caneDeep }) +
        line('Fabiola Estimé', { x: 542, y: 710, size: 25, weight: 800, ink: caneDeep }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mint) +
        halftone(
          { x: 0, y: 0, w: 1600, h: 640 },
          24,
          caneLight,
          (x, y) => Math.max(0, 0.5 - (1600 - x + y) / 2600),
          45,
        ) +
        rect(0, 620, 1600, 280, lagoon) +
        rings(1060, 764, 9) +
        place(
          700,
          -112,
          path(
            ribbon(
              [
                [250, 336],
                [200, 420],
                [230, 560],
                [320, 700],
                [360, 870],
              ],
              (t) => 60 + 110 * t,
            ),
            lagoon,
          ) +
            threads([
              [240, 360],
              [200, 430],
              [236, 570],
              [318, 700],
            ]) +
            ellipse(360, 876, 128, 44, chalk) +
            ellipse(360, 872, 84, 28, lagoonLight) +
            place(400, 250, bucket, { scale: 1.1, degrees: -34 }) +
            stroke('M288 58L288 -60', cocoa, 10) +
            rect(276, 44, 24, 26, cocoa, 'rx="6"'),
        ),
      '#0B3B44',
      0.97,
    ),
};
