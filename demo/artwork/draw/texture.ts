import type { Random } from './random.ts';
import { all, at, num, type Point, path, polar, polygonPath } from './svg.ts';

const dot = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0`;

type Area = { x: number; y: number; w: number; h: number };

/** Printer's dots on a turned grid. `size` returns the radius at a point, as a share of the pitch. */
export function halftone(
  area: Area,
  pitch: number,
  fill: string,
  size: (x: number, y: number) => number,
  degrees = 45,
): string {
  const turned = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const [cx, cy] = [area.x + area.w / 2, area.y + area.h / 2];
  const reach = Math.ceil(Math.hypot(area.w, area.h) / 2 / pitch) + 1;
  let d = '';
  for (let i = -reach; i <= reach; i++)
    for (let j = -reach; j <= reach; j++) {
      const x = cx + (i * cos - j * sin) * pitch;
      const y = cy + (i * sin + j * cos) * pitch;
      if (
        x < area.x - pitch ||
        x > area.x + area.w + pitch ||
        y < area.y - pitch ||
        y > area.y + area.h + pitch
      )
        continue;
      const r = size(x, y) * pitch;
      if (r > 0.7) d += dot(x, y, r);
    }
  return path(d, fill);
}

/** Dots in rings, as the light of a lamp is printed. */
export function rings(
  cx: number,
  cy: number,
  from: number,
  to: number,
  pitch: number,
  fill: string,
  size: (t: number, degrees: number) => number,
): string {
  let d = '';
  let row = 0;
  for (let r = from; r <= to; r += pitch, row++) {
    const count = Math.max(6, Math.round((2 * Math.PI * r) / pitch));
    for (let i = 0; i < count; i++) {
      const degrees = ((i + (row % 2) / 2) / count) * 360;
      const radius = size((r - from) / (to - from), degrees) * pitch;
      if (radius > 0.6) d += dot(...polar(cx, cy, r, degrees), radius);
    }
  }
  return path(d, fill);
}

/** Specks where the ink did not take. */
export function specks(random: Random, area: Area, count: number, fill: string, largest = 4): string {
  const d = all(count, () => {
    const [x, y] = [area.x + random.next() * area.w, area.y + random.next() * area.h];
    const r = random.between(0.8, largest) * random.between(0.4, 1);
    const corners: Point[] = [0, 1, 2, 3, 4].map((i) => polar(x, y, r * random.between(0.5, 1), i * 72));
    return polygonPath(corners);
  });
  return path(d, fill);
}

/** Sequins of a drapo sewn along a line of points, with the bead that holds each. */
export function sequins(points: readonly Point[], r: number, fill: string, bead: string): string {
  return (
    path(points.map(([x, y]) => dot(x, y, r)).join(''), fill) +
    path(points.map(([x, y]) => dot(x, y, r * 0.28)).join(''), bead)
  );
}

export const dots = (points: readonly Point[], r: number, fill: string): string =>
  path(points.map(([x, y]) => dot(x, y, r)).join(''), fill);
