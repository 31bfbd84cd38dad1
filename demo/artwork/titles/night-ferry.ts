import { boxOf, line } from '../draw/lettering.ts';
import {
  chalk,
  hibiscus,
  indigoDeep,
  ink,
  mango,
  mangoDeep,
  mangoLight,
  night,
  nightSoft,
} from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, ellipse, path, place, rect, stroke } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** The ferry, 560 wide, waterline at y = 0: more windows than ship. */
const ferry =
  path('M-300 -70L300 -70L262 0L-250 0Z', ink) +
  rect(-262, -120, 500, 52, nightSoft) +
  rect(-220, -170, 400, 52, ink) +
  rect(-160, -214, 250, 46, nightSoft) +
  rect(-96, -292, 64, 80, ink) +
  rect(-96, -276, 64, 18, hibiscus) +
  stroke('M60 -214L60 -330M60 -300L150 -170M60 -300L-20 -214', ink, 5) +
  circle(60, -336, 11, hibiscus) +
  all(17, (i) => rect(-246 + i * 28.6, -106, 17, 22, i === 11 ? nightSoft : mango)) +
  all(13, (i) => rect(-204 + i * 29, -156, 17, 22, i === 3 || i === 8 ? nightSoft : mangoLight)) +
  all(7, (i) => rect(-146 + i * 33, -202, 22, 20, i === 6 ? hibiscus : mango)) +
  stroke('M-286 -54L284 -54', mangoDeep, 4, 'stroke-dasharray="3 17"');

/** What the water makes of the lights: bars that break up and drift apart on the way down. */
function reflection(cx: number, top: number, deep: number, width: number, seed: number): string {
  const random = seeded(seed);
  let svg = '';
  for (let y = 0, row = 0; y < deep; y += 13 + y * 0.012, row++) {
    const t = y / deep;
    const lights = Math.round(19 - t * 13);
    for (let i = 0; i < lights; i++) {
      if (random.next() < 0.2 + t * 0.5) continue;
      const x =
        cx + ((i + 0.5) / lights - 0.5) * width * (1 + t * 0.16) + Math.sin(row * 1.1 + i) * (4 + 26 * t);
      const long = random.between(9, 24) * (1 + t * 2.2);
      svg += ellipse(
        x,
        top + y,
        long,
        3.6 + t * 2.4,
        i === lights - 3 ? hibiscus : random.pick([mango, mango, mangoLight, mangoDeep]),
      );
    }
  }
  return svg;
}

/** Lettering seen through moving water: cut into strips, each pushed a little aside. */
function drowned(id: string, d: string, top: number, bottom: number, push: number): string {
  const step = 13;
  return all(Math.ceil((bottom - top) / step), (i) => {
    const y = top + i * step;
    const aside = Math.sin(i * 0.95) * push * (0.25 + (0.75 * i * step) / (bottom - top));
    return clip(`${id}${i}`, rect(-40, y, 900, step - 2.2, '#fff'), place(aside, 0, path(d, chalk)));
  });
}

const far = (w: number, y: number, count: number): string => {
  const random = seeded(2);
  return (
    rect(0, y - 2, w, 3, ink) +
    all(count, () =>
      circle(
        random.between(0, w),
        y - random.between(4, 26),
        random.between(1.5, 3),
        random.pick([mangoDeep, mango, ink]),
      ),
    )
  );
};

export const nightFerry: Title = {
  slug: 'night-ferry',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, night) +
        rect(0, 0, 800, 420, indigoDeep) +
        rect(0, 0, 800, 420, night, 'opacity="0.35"') +
        far(800, 420, 60) +
        place(440, 428, ferry, { scale: 1 }) +
        reflection(430, 446, 326, 500, 4) +
        drowned('n', boxOf('NIGHT', { x: 60, y: 786, w: 680, h: 140 }), 780, 932, 9) +
        drowned('f', boxOf('FERRY', { x: 60, y: 956, w: 680, h: 140 }), 950, 1102, 18) +
        line('a film by Ketsia Aurelus', { x: 60, y: 1160, size: 27, weight: 500, ink: chalk }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, night) +
        rect(0, 0, 1600, 460, indigoDeep) +
        rect(0, 0, 1600, 460, night, 'opacity="0.35"') +
        far(1600, 460, 110) +
        place(1120, 470, ferry, { scale: 1.2 }) +
        reflection(1110, 490, 400, 620, 4),
      night,
      0.9,
    ),
};
