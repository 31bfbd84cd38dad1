import { line, lineOf, paint } from '../draw/lettering.ts';
import {
  cane,
  caneDeep,
  chalk,
  cocoa,
  hibiscus,
  hibiscusDeep,
  indigo,
  mango,
  mangoDeep,
  mangoLight,
  night,
  rust,
  straw,
  wine,
} from '../draw/palette.ts';
import { all, circle, clip, path, place, polygon, rect, stroke } from '../draw/svg.ts';
import { halftone, rings } from '../draw/texture.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

const pips = {
  heart: 'M0 20C-34 -6 -24 -26 -10 -26C-4 -26 0 -22 0 -16C0 -22 4 -26 10 -26C24 -26 34 -6 0 20Z',
  spade: 'M0 -28C34 -2 26 14 12 14C8 14 4 12 2 8L8 24L-8 24L-2 8C-4 12 -8 14 -12 14C-26 14 -34 -2 0 -28Z',
  diamond: 'M0 -28L20 0L0 28L-20 0Z',
  club: 'M0 -28a12 12 0 0 1 10 19a12 12 0 1 1 -8 18L8 24L-8 24L-2 9a12 12 0 1 1 -8 -18A12 12 0 0 1 0 -28Z',
} as const;
type Suit = keyof typeof pips;

/** A card around the origin; with a character it is one of the title's. */
const card = (w: number, h: number, suit: Suit, character?: string): string => {
  const ink = suit === 'heart' || suit === 'diamond' ? hibiscus : night;
  const face = character
    ? paint(lineOf(character, { x: 0, y: h * 0.24, size: h * 0.7, align: 'middle', widest: w * 0.8 }), {
        fill: ink,
      })
    : place(0, 0, path(pips[suit], ink), { scale: w / 70 });
  return (
    rect(-w / 2 + 6, -h / 2 + 9, w, h, night, 'rx="10" opacity="0.5"') +
    rect(-w / 2, -h / 2, w, h, chalk, 'rx="10"') +
    face +
    place(-w / 2 + 17, -h / 2 + 22, path(pips[suit], ink), { scale: 0.44 }) +
    place(w / 2 - 17, h / 2 - 22, path(pips[suit], ink), { scale: 0.44, degrees: 180 })
  );
};

const back = (w: number, h: number): string =>
  rect(-w / 2, -h / 2, w, h, chalk, 'rx="9"') +
  rect(-w / 2 + 7, -h / 2 + 7, w - 14, h - 14, hibiscus, 'rx="5"') +
  stroke(
    `M${-w / 2 + 10} ${-h / 2 + 10}L${w / 2 - 10} ${h / 2 - 10}M${w / 2 - 10} ${-h / 2 + 10}L${-w / 2 + 10} ${h / 2 - 10}`,
    chalk,
    4,
  );

/** A player from above: hat, shoulders, two forearms and a fan held close. He sits at the top and looks down. */
const player = (hat: string, ribbonInk: string, shirt: string): string =>
  path('M-190 -40C-190 -130 190 -130 190 -40C190 20 120 20 100 10L-100 10C-120 20 -190 20 -190 -40Z', shirt) +
  path('M-176 -10L-110 -20L-52 96L-86 122Z', cocoa) +
  path('M176 -10L110 -20L52 96L86 122Z', cocoa) +
  [-34, -12, 12, 34].map((degrees) => place(0, 210, place(0, -104, back(56, 84)), { degrees })).join('') +
  circle(-66, 106, 25, cocoa) +
  circle(66, 106, 25, cocoa) +
  circle(0, -42, 104, hat) +
  rings(0, -42, 62, 100, 9, mangoDeep, () => 0.17) +
  circle(0, -42, 58, ribbonInk) +
  circle(0, -42, 48, hat) +
  stroke('M0 -66L0 -20M-20 -58L-12 -26M20 -58L12 -26', mangoDeep, 7);

const boards = (w: number, h: number): string =>
  rect(0, 0, w, h, wine) +
  all(Math.ceil(w / 90), (i) => rect(i * 90, 0, 4, h, '#2E0815')) +
  all(Math.ceil(w / 90) * 2, (i) => rect(Math.floor(i / 2) * 90, (i * 397) % h, 90, 4, '#2E0815'));

const table = (id: string, cx: number, cy: number, r: number): string =>
  circle(cx + 18, cy + 26, r + 24, night, 'opacity="0.55"') +
  circle(cx, cy, r + 26, rust) +
  circle(cx, cy, r + 8, mangoDeep) +
  circle(cx, cy, r, caneDeep) +
  clip(
    id,
    circle(cx, cy, r, '#fff'),
    circle(cx, cy, r * 0.78, cane) +
      rings(cx, cy, r * 0.78, r, 18, cane, (t) => 0.48 * (1 - t)) +
      halftone(
        { x: cx - r, y: cy - r, w: r * 2, h: r * 2 },
        13,
        '#3FA474',
        (x, y) => Math.max(0, 0.36 - Math.hypot(x - cx, y - cy) / (r * 1.7)),
        15,
      ),
  );

const players = (cx: number, cy: number, r: number, scale: number): string =>
  place(cx, cy - r, player(mangoLight, hibiscus, indigo), { scale }) +
  place(cx + r, cy, player(straw, night, hibiscusDeep), { scale, degrees: 90 }) +
  place(cx, cy + r, player(mango, indigo, chalk), { scale, degrees: 180 }) +
  place(cx - r, cy, player(straw, cane, night), { scale, degrees: -90 });

/** Rum and coins: what is on the table besides the cards. */
const glass =
  circle(8, 12, 46, night, 'opacity="0.4"') +
  circle(0, 0, 46, chalk) +
  circle(0, 0, 38, caneDeep) +
  circle(0, 0, 34, mangoDeep) +
  path('M-22 -16Q0 -32 20 -18Q0 -22 -22 -16Z', mangoLight);
const coins = [
  [0, 0],
  [34, 20],
  [-10, 36],
  [52, -14],
  [24, 58],
]
  .map(
    ([x, y]) =>
      circle(x! + 4, y! + 6, 21, night, 'opacity="0.4"') +
      circle(x!, y!, 21, mango) +
      circle(x!, y!, 13, 'none', `stroke="${mangoDeep}" stroke-width="4"`),
  )
  .join('');

const suits: readonly Suit[] = ['spade', 'heart', 'club', 'diamond', 'spade', 'heart'];

export const katKontre: Title = {
  slug: 'kat-kontre',
  poster: () =>
    posterSheet(
      boards(800, 1200) +
        table('felt', 400, 600, 408) +
        players(400, 600, 492, 1) +
        [...'KAT']
          .map((character, i) =>
            place(262 + i * 138, 494 + Math.abs(i - 1) * 8, card(124, 172, suits[i]!, character), {
              degrees: (i - 1) * 5,
            }),
          )
          .join('') +
        [...'KONTRE']
          .map((character, i) =>
            place(
              151 + i * 99.5,
              684 + Math.abs(i - 2.5) ** 2 * 3,
              card(94, 138, suits[(i + 1) % 6]!, character),
              { degrees: (i - 2.5) * 3 },
            ),
          )
          .join('') +
        place(566, 830, glass) +
        place(196, 812, coins) +
        place(214, 322, coins, { scale: 0.8, degrees: 60 }) +
        polygon(
          [
            [0, 1136],
            [800, 1136],
            [800, 1200],
            [0, 1200],
          ],
          night,
        ) +
        line('yon fim polisye Jan-Wobè Lwi', {
          x: 400,
          y: 1178,
          size: 27,
          weight: 600,
          align: 'middle',
          ink: straw,
        }),
    ),
  banner: () =>
    bannerSheet(
      boards(1600, 900) +
        table('felt', 1110, 450, 380) +
        players(1110, 450, 462, 0.95) +
        suits
          .slice(0, 4)
          .map((suit, i) =>
            place(1110 + [-70, 60, 0, 20][i]!, 450 + [-30, -50, 60, 0][i]!, card(120, 170, suit), {
              degrees: [-24, 18, 70, -4][i]!,
            }),
          )
          .join(''),
      night,
      0.96,
    ),
};
