import { all, at, circle, type Point, path, polar, polygon, polygonPath, rect, times } from './svg.ts';

export const star = (
  cx: number,
  cy: number,
  outer: number,
  inner: number,
  tips: number,
  turned = -90,
): string =>
  polygonPath(times(tips * 2, (i) => polar(cx, cy, i % 2 ? inner : outer, turned + (i * 180) / tips)));

/** Wedges between two radii: the rays of a sun. */
export const rays = (
  cx: number,
  cy: number,
  from: number,
  to: number,
  count: number,
  share = 0.5,
  turned = 0,
): string =>
  all(count, (i) => {
    const middle = turned + (i * 360) / count;
    const half = (180 / count) * share;
    return polygonPath([
      polar(cx, cy, from, middle - half),
      polar(cx, cy, to, middle - half),
      polar(cx, cy, to, middle + half),
      polar(cx, cy, from, middle + half),
    ]);
  });

/** A closed ring of scallops, like the edge of an enamel plate. */
export const scallops = (cx: number, cy: number, r: number, count: number, depth: number): string =>
  `${times(count, (i) => {
    const [from, tip, to] = [
      polar(cx, cy, r, (i * 360) / count),
      polar(cx, cy, r + depth * 2, ((i + 0.5) * 360) / count),
      polar(cx, cy, r, ((i + 1) * 360) / count),
    ];
    return `${i ? '' : `M${at(...from)}`}Q${at(...tip)} ${at(...to)}`;
  }).join('')}Z`;

export type BandPattern = 'diamonds' | 'teeth' | 'eyes' | 'steps' | 'petals' | 'stripes';

/** One painted tap-tap band: a pattern repeated along a strip, left to right. */
export function band(
  x: number,
  y: number,
  w: number,
  h: number,
  pattern: BandPattern,
  [background, first, second]: readonly [string, string, string],
): string {
  const count = Math.max(1, Math.round(w / (h * (pattern === 'eyes' ? 1.6 : 1))));
  const step = w / count;
  const unit = (i: number): string => {
    const left = x + i * step;
    const [cx, cy] = [left + step / 2, y + h / 2];
    const diamond = (rx: number, ry: number): Point[] => [
      [cx, cy - ry],
      [cx + rx, cy],
      [cx, cy + ry],
      [cx - rx, cy],
    ];
    switch (pattern) {
      case 'diamonds':
        return polygon(diamond(step / 2, h / 2), first) + polygon(diamond(step / 4.6, h / 4.6), second);
      case 'teeth':
        return (
          polygon(
            [
              [left, y + h],
              [cx, y],
              [left + step, y + h],
            ],
            first,
          ) +
          polygon(
            [
              [cx - step * 0.2, y + h],
              [cx, y + h * 0.6],
              [cx + step * 0.2, y + h],
            ],
            second,
          )
        );
      case 'eyes':
        return (
          path(
            `M${at(left, cy)}Q${at(cx, y - h * 0.45)} ${at(left + step, cy)}Q${at(cx, y + h * 1.45)} ${at(left, cy)}Z`,
            first,
          ) + circle(cx, cy, h * 0.24, second)
        );
      case 'steps':
        return (
          rect(left, y + h / 2, step / 3, h / 2, first) +
          rect(left + step / 3, y, step / 3, h, i % 2 ? second : first) +
          rect(left + (2 * step) / 3, y + h / 2, step / 3 + 0.5, h / 2, first)
        );
      case 'petals':
        return (
          path(`M${at(left, y + h)}C${at(left, y)} ${at(left + step, y)} ${at(left + step, y + h)}Z`, first) +
          path(
            `M${at(left + step * 0.28, y + h)}C${at(left + step * 0.3, y + h * 0.45)} ${at(left + step * 0.7, y + h * 0.45)} ${at(left + step * 0.72, y + h)}Z`,
            second,
          )
        );
      case 'stripes':
        return polygon(
          [
            [left, y + h],
            [left + step * 0.5, y],
            [left + step, y],
            [left + step * 0.5, y + h],
          ],
          i % 2 ? first : second,
        );
    }
  };
  return rect(x, y, w, h, background) + all(count, unit);
}
