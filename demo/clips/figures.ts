import { chalk, hibiscus, mango, night, straw } from '../artwork/draw/palette.ts';
import { all, circle, path, place, rect, sheet, stroke } from '../artwork/draw/svg.ts';
import { type Cloth, cloths, walker } from '../artwork/titles/fanm-ak-panye.ts';
import { type Bitmap, drawSprite, renderSvg } from './bitmap.ts';
import type { DrawFrame } from './particles.ts';

/** What crosses the lower edge of the picture. */
export type Figure = 'woman' | 'tap-tap' | 'boat' | 'rooster' | 'none';

/** A tap-tap from its side, cut from sheet iron: wheels, arch, load on the roof. */
const tapTap = sheet(
  400,
  260,
  path('M14 84L250 84L250 62L300 62Q330 66 346 120L384 130Q394 134 394 150L394 204L14 204Z', night) +
    all(5, (i) => rect(30 + i * 42, 98, 32, 34, mango)) +
    path('M270 78L300 78Q318 84 326 122L270 122Z', straw) +
    all(11, (i) => path(`M${20 + i * 34} 152l17 -14l17 14l-17 14Z`, i % 2 ? hibiscus : chalk)) +
    rect(14, 176, 380, 8, mango) +
    [82, 322]
      .map((x) => circle(x, 204, 40, night) + circle(x, 204, 20, chalk) + circle(x, 204, 8, night))
      .join('') +
    rect(30, 52, 60, 32, hibiscus) +
    rect(96, 40, 44, 44, mango) +
    circle(176, 62, 24, chalk) +
    stroke('M156 62L196 62M176 42L176 82', night, 4),
);

/** A fishing boat under a patched sail. */
const boat = sheet(
  300,
  300,
  path('M150 14L150 214L40 206Q90 120 150 14Z', chalk) +
    path('M160 40L160 212L250 204Q220 120 160 40Z', straw) +
    rect(84, 130, 40, 36, hibiscus) +
    rect(151, 8, 9, 220, night) +
    path('M10 222L290 222Q262 286 214 288L86 288Q38 286 10 222Z', night) +
    all(8, (i) => circle(52 + i * 28, 244, 7, mango)),
);

/** A rooster in full stride. */
const rooster = sheet(
  240,
  240,
  path(
    'M40 120C50 60 70 44 96 50C110 90 150 100 190 60C226 90 222 150 180 168C140 190 90 184 66 150Z',
    night,
  ) +
    path(
      'M180 110C230 90 236 40 224 14C206 60 190 70 176 84C196 40 190 20 186 6C166 50 168 80 150 100Z',
      hibiscus,
    ) +
    path('M60 52L66 26L78 42L88 22L96 50Z', hibiscus) +
    path('M58 70L30 80L58 88Z', mango) +
    circle(76, 70, 6, chalk) +
    stroke('M110 178L104 222L86 226M142 180L150 222L134 228', mango, 8) +
    all(4, (i) => stroke(`M${104 + i * 18} ${112 + i * 5}q10 18 24 8`, chalk, 5)),
);

/** Moves a figure across the lower edge, bobbing at its own rhythm. */
export async function createFigure(
  kind: Figure,
  seed: number,
  width: number,
  height: number,
): Promise<DrawFrame> {
  if (kind === 'none') return () => {};
  const unit = height / 360;
  const sized = (svg: string, tall: number, ratio: number): Promise<Bitmap> =>
    renderSvg(svg, Math.round(tall * ratio * unit), Math.round(tall * unit));
  const cloth = cloths[seed % cloths.length] as Cloth;
  const woman = (stride: number): string =>
    sheet(260, 460, place(130, 452, walker(`w${stride}`, seed % 5, cloth, stride)));
  const steps: Bitmap[] =
    kind === 'woman'
      ? await Promise.all([0, 8, 16, 8].map((stride) => sized(woman(stride), 170, 260 / 460)))
      : [
          await (kind === 'tap-tap'
            ? sized(tapTap, 110, 400 / 260)
            : kind === 'boat'
              ? sized(boat, 120, 1)
              : sized(rooster, 96, 1)),
        ];
  const pace = { woman: 62, 'tap-tap': 120, boat: 44, rooster: 74 }[kind] * unit;
  const bob = { woman: 3, 'tap-tap': 2, boat: 5, rooster: 4 }[kind] * unit;
  const beat = { woman: 4, 'tap-tap': 9, boat: 1.2, rooster: 6 }[kind];
  return (frame, t) => {
    const step = steps[Math.floor(t * 4) % steps.length] as Bitmap;
    const x = kind === 'boat' ? width - t * pace : -step.width + t * pace;
    drawSprite(frame, step, x, height - step.height - 6 * unit + Math.sin(t * beat) * bob);
  };
}
