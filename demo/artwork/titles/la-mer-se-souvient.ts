import { curve, samples } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import { chalk, hibiscus, indigo, indigoDeep, mango, night, petal, rose } from '../draw/palette.ts';
import { all, at, circle, type Point, path, place, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** A sleeping face that is also an island: height over the horizon, left to right. */
const profile: Point[] = [
  [0, 0],
  [30, 62],
  [90, 112],
  [160, 132],
  [226, 126],
  [268, 104],
  [292, 92],
  [330, 132],
  [362, 176],
  [380, 172],
  [392, 132],
  [402, 118],
  [420, 130],
  [432, 118],
  [438, 108],
  [450, 116],
  [464, 110],
  [474, 88],
  [500, 92],
  [528, 108],
  [556, 96],
  [580, 54],
  [612, 24],
  [660, 8],
  [720, 0],
];
const heights = samples(profile, 10);

const rise = (x: number): number => {
  const i = heights.findIndex(([px]) => px >= x);
  return i <= 0 ? 0 : heights[i]![1];
};

const island = (x: number, y: number, colour: string): string =>
  path(`${curve(profile.map(([px, py]): Point => [x + px, y - py]))}Z`, colour) +
  stroke(`M${x + 248} ${y - 92}Q${x + 280} ${y - 62} ${x + 306} ${y - 84}`, petal, 5) +
  all(4, (i) => stroke(`M${x + 258 + i * 12} ${y - 82 + Math.min(i, 2) * 5}l-6 16`, petal, 4)) +
  stroke(`M${x + 438} ${y - 106}Q${x + 420} ${y - 92} ${x + 404} ${y - 90}`, petal, 4) +
  all(7, (i) =>
    stroke(
      `M${x + 40 + i * 22} ${y - 8}C${x + 30 + i * 22} ${y - 50} ${x + 60 + i * 20} ${y - 90} ${x + 96 + i * 18} ${y - 110 + i * 3}`,
      indigo,
      4,
    ),
  );

/** The sea in engraved lines; where the face is mirrored, the lines swell. */
function sea(x0: number, w: number, horizon: number, bottom: number, faceX: number): string {
  let svg = '';
  let gap = 10;
  for (let y = horizon + 8, row = 0; y < bottom + 20; y += gap, gap *= 1.035, row++) {
    const upper: string[] = [];
    const lower: string[] = [];
    for (let x = x0 - 10; x <= x0 + w + 10; x += 7) {
      const depth = y - horizon;
      const swing =
        Math.sin(x / (34 + depth * 0.12) + row * 1.7) * (1.2 + depth * 0.008) +
        Math.sin(x / 90 + row) * depth * 0.006;
      const inside = rise(x - faceX + Math.sin(row * 1.3) * depth * 0.02) * 2.5 > depth;
      const half = (gap / 2) * (inside ? 0.86 : 0.26 + Math.min(0.2, depth / 3400));
      upper.push(at(x, y + swing - half));
      lower.unshift(at(x, y + swing + half));
    }
    svg += path(`M${[...upper, ...lower].join('L')}Z`, indigo);
  }
  return svg;
}

/** She stands with her back to us, skirt in the wind. The feet are at the origin. */
const figure =
  path(
    'M-17 0C-22 -60 -14 -100 -12 -128C-26 -120 -30 -90 -28 -66L-36 -66C-38 -110 -34 -146 -14 -158L14 -158C28 -150 34 -120 34 -92L26 -90C24 -110 20 -122 12 -130C16 -100 40 -60 58 -26C40 -30 30 -12 16 0Z',
    hibiscus,
  ) +
  circle(0, -180, 17, night) +
  path('M-18 -184Q0 -214 18 -184Q26 -196 34 -180Q20 -170 0 -184Q-12 -176 -18 -184Z', mango) +
  stroke('M-8 0L-9 34M8 0L9 34', night, 9);

export const laMerSeSouvient: Title = {
  slug: 'la-mer-se-souvient',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, petal) +
        halftone({ x: 0, y: 300, w: 800, h: 300 }, 14, rose, (_, y) => (y - 300) / 560, 45) +
        rect(0, 590, 800, 610, '#DCE3F8') +
        sea(0, 800, 590, 1200, 46) +
        island(46, 592, indigoDeep) +
        path('M-10 1120C200 1080 480 1130 810 1070L810 1210L-10 1210Z', indigoDeep) +
        place(604, 1074, figure, { scale: 0.92 }) +
        line('La mer', { x: 52, y: 196, size: 206, weight: 800, tracking: -0.045, ink: indigoDeep }) +
        line('se souvient', { x: 56, y: 316, size: 113, weight: 800, tracking: -0.03, ink: indigoDeep }) +
        line('un film de Mireille Dufrène', { x: 58, y: 1168, size: 27, weight: 600, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, petal) +
        halftone({ x: 0, y: 60, w: 1600, h: 340 }, 16, rose, (_, y) => (y - 60) / 600, 45) +
        rect(0, 400, 1600, 500, '#DCE3F8') +
        sea(0, 1600, 400, 900, 780) +
        island(780, 402, indigoDeep) +
        path('M-10 880C500 850 1000 880 1610 790L1610 910L-10 910Z', indigoDeep) +
        place(1360, 812, figure, { scale: 1.05 }),
      indigoDeep,
      0.97,
    ),
};
