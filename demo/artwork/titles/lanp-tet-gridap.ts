import { gouge } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import { cocoa, mango, mangoLight, night, nightSoft, rust, straw, wine } from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, ellipse, group, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { rings } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** The lamp stands on y = 0; its flame burns around (0, -330). */
const lamp =
  path('M-92 0L-80 -120Q-78 -136 -60 -142L60 -142Q78 -136 80 -120L92 0Z', night) +
  path('M-60 -142L-22 -206L22 -206L60 -142Z', night) +
  rect(-13, -258, 26, 60, night) +
  rect(-24, -226, 48, 14, night) +
  stroke('M84 -110C170 -118 176 -20 90 -26', night, 17) +
  stroke('M-70 -112L70 -112M-82 -30L82 -30', rust, 4) +
  path('M-46 -130L-14 -200L-6 -200L-26 -130Z', mango) +
  path('M-66 -104L-58 -104L-66 -38L-76 -38Z', mango) +
  rect(-6, -104, 5, 66, rust);
const flame =
  path(
    'M0 -252C-58 -262 -66 -328 -30 -378C-10 -408 -2 -440 8 -486C20 -440 62 -392 60 -330C58 -282 34 -256 0 -252Z',
    mango,
  ) +
  path(
    'M2 -256C-34 -262 -40 -310 -16 -344C-4 -362 4 -382 8 -408C16 -380 40 -348 38 -312C36 -280 22 -260 2 -256Z',
    straw,
  ) +
  path('M0 -252C-16 -262 -16 -290 2 -304C18 -290 18 -262 0 -252Z', rust);

const moth = (colour: string): string =>
  path(
    'M0 0C-10 -34 -46 -40 -56 -22C-50 -4 -26 2 -4 4C-26 8 -40 20 -32 32C-16 34 -4 18 0 6C4 18 16 34 32 32C40 20 26 8 4 4C26 2 50 -4 56 -22C46 -40 10 -34 0 0Z',
    colour,
  ) + stroke('M-2 -4L-12 -22M2 -4L12 -22', colour, 3);

/** The opening: warm room, rings of light around the flame, a cross bar in front. */
function window(id: string, x: number, y: number, w: number, h: number): string {
  const [cx, cy] = [x + w / 2, y + h - 350];
  const room =
    rect(x, y, w, h, cocoa) +
    circle(cx, cy, 330, wine) +
    circle(cx, cy, 236, rust) +
    rings(cx, cy, 240, 440, 21, rust, (t) => 0.42 * (1 - t) ** 0.8) +
    circle(cx, cy, 150, '#CF6A22') +
    rings(cx, cy, 152, 250, 17, mango, (t) => 0.44 * (1 - t)) +
    circle(cx, cy, 104, mangoLight);
  return (
    clip(id, rect(x, y, w, h, '#fff'), room) +
    place(cx, y + h, flame + lamp) +
    group(rect(x, y, w, h, 'none', `stroke="${night}" stroke-width="26"`)) +
    rect(x - 46, y + h, w + 92, 30, rust) +
    rect(x - 46, y + h + 30, w + 92, 16, night) +
    rect(x - 46, y + h, w + 92, 7, mango)
  );
}

/** A louvred shutter swung open; the slats nearest the flame catch the light. */
function shutter(x: number, y: number, w: number, h: number, skew: number): string {
  const slats = Math.round(h / 40);
  return group(
    rect(0, 0, w, h, '#241A2C') +
      all(slats, (i) => {
        const top = 18 + (i * (h - 36)) / slats;
        const near = 1 - Math.min(1, Math.abs(i / slats - 0.5) * 1.7);
        return (
          rect(16, top, w - 32, 22, nightSoft) +
          rect(16, top, (w - 32) * (0.3 + near * 0.7), 7, near > 0.55 ? mango : near > 0.25 ? rust : wine)
        );
      }),
    `transform="translate(${x} ${y}) skewY(${skew})"`,
  );
}

const boards = (w: number, h: number, step: number): string => {
  const random = seeded(11);
  return all(Math.ceil(w / step), (i) => {
    const x = i * step;
    return (
      rect(x, 0, 3, h, '#05060D') +
      all(5, () => {
        const y = random.between(0, h);
        return path(
          gouge([x + random.between(12, step - 8), y], [x + step / 2, y + random.between(80, 190)], 3),
          nightSoft,
        );
      })
    );
  });
};

export const lanpTetGridap: Title = {
  slug: 'lanp-tet-gridap',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, night) +
        boards(800, 1200, 100) +
        window('room', 210, 96, 380, 640) +
        shutter(56, 132, 142, 640, -9) +
        shutter(602, 110, 142, 640, 9) +
        place(690, 96, moth(mangoLight), { scale: 0.62, degrees: 24 }) +
        place(318, 206, moth(night), { scale: 0.7, degrees: -30 }) +
        '<linearGradient id="lit" gradientUnits="userSpaceOnUse" x1="0" y1="820" x2="0" y2="1130"><stop offset="0" stop-color="#FBE4B8"/><stop offset="0.42" stop-color="#F4A52E"/><stop offset="1" stop-color="#A5431F"/></linearGradient>' +
        line('Lanp tèt', { x: 400, y: 934, size: 166, align: 'middle', tracking: -0.02, ink: 'url(#lit)' }) +
        line('gridap', { x: 400, y: 1092, size: 166, align: 'middle', tracking: -0.02, ink: 'url(#lit)' }) +
        line('yon fim Roseline Augustin', { x: 60, y: 1170, size: 26, weight: 600, ink: mango }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, night) +
        boards(1600, 900, 124) +
        window('room', 930, 60, 420, 680) +
        shutter(748, 108, 170, 680, -10) +
        shutter(1362, 78, 170, 680, 10) +
        polygon(
          [
            [884, 790],
            [1396, 790],
            [1540, 900],
            [740, 900],
          ],
          wine,
        ) +
        ellipse(1140, 896, 300, 40, rust) +
        place(1440, 56, moth(mangoLight), { scale: 0.7, degrees: 24 }) +
        place(1046, 190, moth(night), { scale: 0.8, degrees: -30 }),
      night,
    ),
};
