import { box, line } from '../draw/lettering.ts';
import {
  chalk,
  cocoa,
  indigo,
  indigoDeep,
  indigoLight,
  mango,
  mangoDeep,
  mangoLight,
  petal,
  rose,
  straw,
} from '../draw/palette.ts';
import { all, at, circle, path, place, polygon, rect, stroke, times } from '../draw/svg.ts';
import { bannerSheet, posterSheet, type Title } from '../draw/title.ts';

/** Fretwork: a row of pierced drops hanging from y. */
const lace = (
  x: number,
  y: number,
  w: number,
  h: number,
  count: number,
  colour: string,
  hole: string,
): string => {
  const step = w / count;
  return (
    rect(x, y, w, h * 0.28, colour) +
    all(count, (i) => {
      const left = x + i * step;
      const c = left + step / 2;
      return (
        path(
          `M${at(left, y + h * 0.2)}C${at(left, y + h * 0.7)} ${at(c - step * 0.2, y + h * 0.6)} ${at(c, y + h)}C${at(c + step * 0.2, y + h * 0.6)} ${at(left + step, y + h * 0.7)} ${at(left + step, y + h * 0.2)}Z`,
          colour,
        ) +
        circle(c, y + h * 0.48, step * 0.15, hole) +
        circle(left, y + h * 0.34, step * 0.07, hole)
      );
    })
  );
};

const leafOf = (w: number, h: number): string =>
  rect(0, 0, w, h, indigo) +
  all(Math.floor((h - 20) / 17), (i) => rect(7, 12 + i * 17, w - 14, 7, indigoLight)) +
  rect(0, h / 2 - 5, w, 10, indigo) +
  rect(0, 0, w, h, 'none', `stroke="${indigoDeep}" stroke-width="4"`);

/** A tall pair of shutters; an open pair lets the lamp light out. */
function shutters(x: number, y: number, w: number, h: number, open = false): string {
  const frame =
    rect(x - 12, y - 12, w + 24, h + 12, chalk) +
    path(`M${x - 20} ${y - 12}Q${x + w / 2} ${y - 62} ${x + w + 20} ${y - 12}Z`, chalk) +
    circle(x + w / 2, y - 24, 8, indigo);
  if (!open) return frame + place(x, y, leafOf(w / 2, h)) + place(x + w / 2, y, leafOf(w / 2, h));
  return (
    frame +
    rect(x, y, w, h, mango) +
    circle(x + w / 2, y + h * 0.4, w * 0.46, straw) +
    path(
      `M${x + w * 0.5} ${y + h * 0.3}m-17 0a17 19 0 1 0 34 0a17 19 0 1 0 -34 0M${x + w * 0.2} ${y + h}C${x + w * 0.2} ${y + h * 0.5} ${x + w * 0.4} ${y + h * 0.44} ${x + w * 0.5} ${y + h * 0.42}C${x + w * 0.6} ${y + h * 0.44} ${x + w * 0.8} ${y + h * 0.5} ${x + w * 0.8} ${y + h}Z`,
      cocoa,
    ) +
    polygon(
      [
        [x, y],
        [x - 54, y + 14],
        [x - 54, y + h + 14],
        [x, y + h],
      ],
      indigo,
    ) +
    polygon(
      [
        [x + w, y],
        [x + w + 54, y + 14],
        [x + w + 54, y + h + 14],
        [x + w, y + h],
      ],
      indigo,
    ) +
    all(Math.floor((h - 24) / 17), (i) =>
      stroke(
        `M${x - 46} ${y + 30 + i * 17}L${x - 8} ${y + 20 + i * 17}M${x + w + 46} ${y + 30 + i * 17}L${x + w + 8} ${y + 20 + i * 17}`,
        indigoLight,
        6,
      ),
    )
  );
}

const railing = (x: number, y: number, w: number, h: number): string => {
  const count = Math.round(w / 34);
  return (
    rect(x, y, w, 12, chalk) +
    rect(x, y + h - 10, w, 10, chalk) +
    all(count, (i) => {
      const c = x + (i + 0.5) * (w / count);
      return (
        path(
          `M${c} ${y + 10}C${c + 16} ${y + 26} ${c + 16} ${y + h - 26} ${c} ${y + h - 8}C${c - 16} ${y + h - 26} ${c - 16} ${y + 26} ${c} ${y + 10}Z`,
          chalk,
        ) + circle(c, y + h / 2, 5, rose)
      );
    })
  );
};

const gable = (cx: number, top: number, foot: number, half: number): string => {
  const edge = times(9, (i) => (i + 0.5) / 9);
  return (
    polygon(
      [
        [cx, top],
        [cx + half, foot],
        [cx - half, foot],
      ],
      mangoDeep,
    ) +
    polygon(
      [
        [cx, top + 74],
        [cx + half - 74, foot],
        [cx - half + 74, foot],
      ],
      rose,
    ) +
    edge
      .map(
        (t) =>
          circle(cx + half * t * 0.94, top + 40 + (foot - top) * t * 0.96, 19, chalk) +
          circle(cx - half * t * 0.94, top + 40 + (foot - top) * t * 0.96, 19, chalk),
      )
      .join('') +
    edge
      .map(
        (t) =>
          circle(cx + half * t * 0.94, top + 40 + (foot - top) * t * 0.96, 7, indigo) +
          circle(cx - half * t * 0.94, top + 40 + (foot - top) * t * 0.96, 7, indigo),
      )
      .join('') +
    stroke(`M${cx} ${top + 20}L${cx} ${top - 74}`, indigoDeep, 9) +
    circle(cx, top - 40, 13, indigoDeep)
  );
};

/** The house, 720 wide and 820 high to the ground line; its gable's tip is above the origin. */
const house =
  gable(0, -70, 230, 330) +
  circle(0, 128, 52, chalk) +
  circle(0, 128, 40, indigo) +
  stroke('M-38 128L38 128M0 90L0 166', chalk, 7) +
  rect(-330, 230, 660, 640, rose) +
  all(20, (i) => rect(-330, 262 + i * 31, 660, 3, '#DC756F')) +
  lace(-352, 226, 704, 62, 16, chalk, rose) +
  shutters(-270, 346, 120, 196) +
  shutters(-60, 346, 120, 196, true) +
  shutters(150, 346, 120, 196) +
  railing(-352, 508, 704, 74) +
  rect(-360, 578, 720, 16, chalk) +
  lace(-352, 594, 704, 50, 16, chalk, rose) +
  all(4, (i) => rect(-346 + i * 226, 594, 16, 280, chalk)) +
  shutters(-270, 690, 120, 184) +
  shutters(-60, 690, 120, 184) +
  shutters(150, 690, 120, 184);

export const lesVoletsBleus: Title = {
  slug: 'les-volets-bleus',
  poster: () =>
    posterSheet(
      rect(0, 0, 800, 1200, mangoLight) +
        circle(654, 190, 96, straw) +
        place(400, 130, house, { scale: 0.99 }) +
        rect(0, 992, 800, 208, indigo) +
        rect(0, 992, 800, 12, indigoDeep) +
        line('LES', { x: 50, y: 1058, size: 56, weight: 800, ink: petal }) +
        box('VOLETS', { x: 182, y: 1021, w: 568, h: 64, ink: chalk }) +
        box('BLEUS', { x: 182, y: 1108, w: 568, h: 64, ink: chalk }) +
        line('un film', { x: 50, y: 1120, size: 21, weight: 500, ink: petal }) +
        line('d’Adèle', { x: 50, y: 1146, size: 21, weight: 500, ink: petal }) +
        line('Montas', { x: 50, y: 1172, size: 21, weight: 500, ink: petal }),
    ),
  banner: () =>
    bannerSheet(
      rect(0, 0, 1600, 900, mangoLight) +
        circle(1440, 150, 100, straw) +
        rect(0, 830, 1600, 70, indigoDeep) +
        place(1130, 90, house, { scale: 0.96 }) +
        rect(0, 846, 1600, 60, indigoDeep),
      indigoDeep,
      0.97,
    ),
};
