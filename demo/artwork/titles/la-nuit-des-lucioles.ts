import { curve } from '../draw/curves.ts';
import { line } from '../draw/lettering.ts';
import { chalk, cocoa, indigo, indigoDeep, mango, mangoLight, night, rust, straw } from '../draw/palette.ts';
import { seeded } from '../draw/random.ts';
import { all, circle, clip, ellipse, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { rings } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const glow = '#E9F28A';
const leafGlow = '#A6D25C';

/** A firefly, light below, wings open. */
const fly = (lit = true): string =>
  (lit ? circle(0, 16, 40, leafGlow, 'opacity="0.28"') + circle(0, 16, 24, leafGlow, 'opacity="0.5"') : '') +
  ellipse(-15, -8, 9, 20, chalk, 'transform="rotate(-38 -15 -8)" opacity="0.85"') +
  ellipse(15, -8, 9, 20, chalk, 'transform="rotate(38 15 -8)" opacity="0.85"') +
  ellipse(0, -4, 7, 15, night) +
  circle(0, -20, 6, rust) +
  ellipse(0, 15, 9, 13, glow);

const jar =
  'M-200 -400C-232 -380 -250 -340 -250 -300L-250 190Q-250 250 -190 250L190 250Q250 250 250 190L250 -300C250 -340 232 -380 200 -400Z';

/** A sleeping village kept in the jar. */
const village =
  path(
    `${curve([
      [-260, 120],
      [-180, 40],
      [-100, 96],
      [-20, 10],
      [80, 90],
      [170, 30],
      [260, 110],
    ])}L260 260L-260 260Z`,
    indigo,
  ) +
  path(
    `${curve([
      [-260, 190],
      [-140, 130],
      [0, 176],
      [120, 130],
      [260, 190],
    ])}L260 260L-260 260Z`,
    night,
  ) +
  [-150, -60, 40, 136]
    .map(
      (x, i) =>
        polygon(
          [
            [x, 150 + (i % 2) * 16],
            [x + 34, 118 + (i % 2) * 16],
            [x + 68, 150 + (i % 2) * 16],
          ],
          rust,
        ) +
        rect(x + 6, 150 + (i % 2) * 16, 56, 46, night) +
        rect(x + 24, 160 + (i % 2) * 16, 18, 20, mango),
    )
    .join('');

const swarm = (count: number, seed: number, w: number, h: number): string => {
  const random = seeded(seed);
  return all(count, () =>
    place(random.between(-w / 2, w / 2), random.between(-h / 2, h / 2), fly(), {
      scale: random.between(0.5, 1.05),
      degrees: random.between(-60, 60),
    }),
  );
};

const glass = (id: string): string =>
  clip(
    id,
    path(jar, '#fff'),
    path(jar, '#22318F') +
      circle(0, -170, 290, '#27507A') +
      circle(0, -170, 200, '#2F7263') +
      rings(0, -170, 200, 300, 17, '#2F7263', (t) => 0.42 * (1 - t)) +
      rings(0, -170, 110, 210, 15, leafGlow, (t) => 0.4 * (1 - t)) +
      circle(0, -170, 108, leafGlow) +
      circle(0, -170, 66, glow) +
      place(0, -150, village + rect(-260, 250, 520, 200, night)) +
      place(0, -190, swarm(17, 77, 420, 280)),
  ) +
  path(jar, 'none', `stroke="${chalk}" stroke-width="11"`) +
  stroke('M-212 -290L-212 120M-212 150L-212 176', chalk, 13, 'opacity="0.8"') +
  rect(-214, -468, 428, 76, mango, 'rx="12"') +
  all(17, (i) => rect(-202 + i * 24.6, -458, 9, 56, rust));

/** Two hands that hold the jar from below. */
const hands = [-1, 1]
  .map((side) =>
    place(
      0,
      0,
      path(
        'M-420 620C-400 420 -330 300 -262 250C-250 150 -262 60 -240 52C-214 46 -206 110 -206 180C-170 196 -176 216 -196 222C-150 230 -150 252 -180 262C-140 272 -146 296 -178 302C-150 314 -156 336 -190 338C-170 420 -180 520 -190 620Z',
        cocoa,
      ) + stroke('M-252 60L-248 84', mangoLight, 7),
      { scale: side, scaleY: 1 },
    ),
  )
  .join('');

export const laNuitDesLucioles: Title = {
  slug: 'la-nuit-des-lucioles',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, indigoDeep) +
        path(grass(400, 470), night) +
        place(400, 600, glass('glass'), { scale: 1 }) +
        place(400, 640, hands, { scale: 1 }) +
        place(90, 150, fly(), { scale: 1.1, degrees: 40 }) +
        place(706, 250, fly(), { scale: 0.9, degrees: -30 }) +
        place(84, 470, fly(), { scale: 0.8, degrees: 20 }) +
        place(724, 560, fly(), { scale: 0.7, degrees: -60 }) +
        rect(196, 634, 408, 186, straw, 'rx="8"') +
        rect(206, 644, 388, 166, 'none', `stroke="${rust}" stroke-width="3"`) +
        line('La nuit des', { x: 400, y: 706, size: 56, weight: 700, align: 'middle', ink: night }) +
        line('lucioles', {
          x: 400,
          y: 784,
          size: 98,
          weight: 800,
          align: 'middle',
          tracking: -0.02,
          ink: rust,
        }) +
        line('un film de Mireille Dufrène', {
          x: 400,
          y: 76,
          size: 27,
          weight: 600,
          align: 'middle',
          ink: straw,
        }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, indigoDeep) +
        path(grass(1120, 400, 1700), night) +
        place(1120, 520, glass('glass'), { scale: 0.94 }) +
        place(1120, 560, hands, { scale: 0.94 }) +
        place(800, 180, fly(), { scale: 1.2, degrees: 40 }) +
        place(1470, 250, fly(), { scale: 1, degrees: -30 }) +
        place(760, 520, fly(), { scale: 0.9, degrees: 20 }) +
        place(1500, 600, fly(), { scale: 0.8, degrees: -60 }),
      night,
      0.9,
    ),
};

/** Grass blades around the dark edge, all bent towards the light. */
function grass(cx: number, cy: number, outer = 1000): string {
  const random = seeded(3);
  return all(90, (i) => {
    const angle = (i / 90) * Math.PI * 2;
    const reach = random.between(440, 600);
    const [x, y] = [cx + Math.cos(angle) * outer, cy + Math.sin(angle) * outer];
    const [tx, ty] = [cx + Math.cos(angle + 0.1) * reach, cy + Math.sin(angle + 0.1) * reach * 1.1];
    const [nx, ny] = [-Math.sin(angle) * 26, Math.cos(angle) * 26];
    return `M${x - nx} ${y - ny}L${tx} ${ty}L${x + nx} ${y + ny}Z`;
  });
}
