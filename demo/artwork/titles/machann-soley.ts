import { curve } from '../draw/curves.ts';
import { box } from '../draw/lettering.ts';
import {
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  indigoDeep,
  mango,
  mangoDeep,
  mangoLight,
  straw,
} from '../draw/palette.ts';
import { rays, star } from '../draw/shapes.ts';
import { all, circle, clip, ellipse, path, place, polar, rect, stroke } from '../draw/svg.ts';
import { halftone } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** The sun is an orange cut in half, around the origin, radius 250. */
const fruit =
  path(star(0, 0, 372, 284, 22), hibiscus) +
  circle(0, 0, 262, mangoDeep) +
  circle(0, 0, 244, straw) +
  all(10, (i) => {
    const middle = i * 36 + 8;
    const [a, b] = [polar(0, 0, 220, middle - 14.5), polar(0, 0, 220, middle + 14.5)];
    const [c, d] = [polar(0, 0, 240, middle - 6), polar(0, 0, 240, middle + 6)];
    const tip = polar(0, 0, 30, middle);
    const seed = polar(0, 0, 112, middle);
    return (
      path(
        `M${tip}L${a}C${c} ${d} ${b}Z`,
        mango,
        `stroke="${mango}" stroke-width="10" stroke-linejoin="round"`,
      ) +
      place(
        seed[0],
        seed[1],
        path('M0 -22C12 -6 10 14 0 18C-10 14 -12 -6 0 -22Z', i % 2 ? straw : mangoDeep),
        { degrees: middle + 90 },
      ) +
      all(3, (k) => {
        const [x, y] = polar(0, 0, 150 + k * 26, middle + (k - 1) * 7);
        return ellipse(x, y, 9, 4, mangoLight, `transform="rotate(${middle} ${x} ${y})"`);
      })
    );
  }) +
  circle(0, 0, 20, straw);

const tray = (colour: string): string =>
  path('M-250 -34Q0 40 250 -34L236 10Q0 84 -236 10Z', colour) +
  all(13, (i) => {
    const x = -222 + i * 37;
    const y = 30 - (x / 250) ** 2 * 60;
    return stroke(`M${x - 12} ${y - 22}l24 26m0 -26l-24 26`, chalk, 6);
  });

const gown = `${curve([
  [-480, 720],
  [-440, 570],
  [-330, 470],
  [-160, 414],
  [0, 400],
  [160, 414],
  [330, 470],
  [440, 570],
  [480, 720],
])}L480 900L-480 900Z`;

/** Head and shoulders; the crown of the head wrap is at the origin. */
const woman =
  path(gown, indigo) +
  path('M-66 268L66 268L82 410Q0 480 -82 410Z', cocoa) +
  path('M-66 300Q0 372 66 300L70 336Q0 400 -70 336Z', '#25100F') +
  path('M-110 130C-118 250 -64 330 0 334C64 330 118 250 110 130Z', cocoa) +
  path('M-138 150C-150 40 -70 6 0 6C70 6 150 40 138 150C90 112 -90 112 -138 150Z', hibiscus) +
  path(
    'M-138 150C-90 112 90 112 138 150C132 174 118 178 112 172C60 140 -60 140 -112 172C-118 178 -132 174 -138 150Z',
    hibiscusDeep,
  ) +
  stroke('M-96 104Q-50 40 0 22M-40 92Q-16 50 8 26M96 104Q60 46 26 24', hibiscusDeep, 7) +
  path('M118 118C170 70 196 96 176 128C206 130 190 172 124 150Z', hibiscus) +
  stroke('M-72 204Q-46 224 -22 206M22 206Q46 224 72 204', mango, 7) +
  stroke('M0 210Q-16 246 -8 254Q2 260 12 254', '#6B2F22', 7) +
  path('M-46 280Q0 262 46 280Q0 326 -46 280Z', hibiscus) +
  stroke('M-44 281Q0 290 44 281', '#5E0F1D', 4) +
  circle(-120, 262, 26, 'none', `stroke="${mango}" stroke-width="9"`) +
  circle(120, 262, 26, 'none', `stroke="${mango}" stroke-width="9"`);

/** The raised arm that steadies the tray. */
const arm =
  path(
    curve(
      [
        [250, 470],
        [352, 470],
        [372, 300],
        [330, 130],
        [270, 20],
        [246, -20],
        [216, 0],
        [238, 90],
        [282, 240],
        [262, 360],
      ],
      true,
    ),
    cocoa,
  ) +
  path(
    curve(
      [
        [214, 430],
        [330, 520],
        [392, 420],
        [372, 352],
        [300, 344],
        [242, 380],
      ],
      true,
    ),
    indigo,
  );

const cloth = halftone({ x: -490, y: 400, w: 980, h: 400 }, 46, indigoDeep, () => 0.26, 45);

const figure = (id: string): string =>
  arm +
  woman +
  clip(id, path(gown, '#fff'), cloth + path('M-96 398Q0 470 96 398L130 404Q0 512 -130 404Z', chalk)) +
  place(0, -14, tray(hibiscusDeep), { scale: 1.08 });

export const machannSoley: Title = {
  slug: 'machann-soley',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mangoLight) +
        path(rays(400, 268, 0, 1300, 22, 0.5, 8), straw) +
        place(400, 262, fruit, { scale: 0.78 }) +
        place(400, 480, figure('dress'), { scale: 0.95 }) +
        box('MACHANN', { x: 62, y: 968, w: 676, h: 64, tracking: 0.03, ink: chalk }) +
        box('SOLÈY', { x: 62, y: 1068, w: 676, h: 84, ink: mango }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mangoLight) +
        path(rays(1120, 212, 0, 1700, 28, 0.5, 4), mango) +
        place(1120, 212, fruit, { scale: 0.72 }) +
        place(1120, 420, figure('dress'), { scale: 0.9 }),
      indigoDeep,
      0.97,
    ),
};
