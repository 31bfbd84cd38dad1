import { at, num, type Point } from './svg.ts';

/** A smooth line through all points (Catmull–Rom, written as Béziers). */
export function curve(points: readonly Point[], closed = false, tension = 1): string {
  const count = points.length;
  const get = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  let d = `M${at(...get(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const k = tension / 6;
    d += `C${at(from[0] + (to[0] - before[0]) * k, from[1] + (to[1] - before[1]) * k)} `;
    d += `${at(to[0] - (after[0] - from[0]) * k, to[1] - (after[1] - from[1]) * k)} ${at(...to)}`;
  }
  return closed ? `${d}Z` : d;
}

/** The same line as a list of evenly spread samples. */
export function samples(points: readonly Point[], perSpan = 16, closed = false): Point[] {
  const count = points.length;
  const get = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.max(0, Math.min(count - 1, i))]!;
  const out: Point[] = [];
  const spans = closed ? count : count - 1;
  for (let i = 0; i < spans; i++) {
    const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let s = 0; s < perSpan; s++) {
      const t = s / perSpan;
      const axis = (k: 0 | 1): number =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      out.push([axis(0), axis(1)]);
    }
  }
  out.push(closed ? out[0]! : get(count - 1));
  return out;
}

/** Position and direction along a line, by distance. */
export function track(line: readonly Point[]): {
  length: number;
  at(distance: number): { point: Point; degrees: number };
} {
  const lengths = [0];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    lengths.push(lengths[i - 1]! + Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  const length = lengths.at(-1)!;
  return {
    length,
    at(distance) {
      let i = lengths.findIndex((reached) => reached >= distance);
      if (i === -1) i = line.length - 1;
      i = Math.max(1, i);
      const [a, b] = [line[i - 1]!, line[i]!];
      const t = (distance - lengths[i - 1]!) / (lengths[i]! - lengths[i - 1]! || 1);
      return {
        point: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t],
        degrees: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI,
      };
    },
  };
}

/** A band along a line whose width changes on the way: roads, roots, limbs, smoke. */
export function ribbon(points: readonly Point[], width: (t: number) => number, perSpan = 14): string {
  const line = samples(points, perSpan);
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], i) => {
    const before = line[Math.max(0, i - 1)]!;
    const after = line[Math.min(line.length - 1, i + 1)]!;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    const half = width(i / (line.length - 1)) / 2;
    left.push([x - (dy / length) * half, y + (dx / length) * half]);
    right.unshift([x + (dy / length) * half, y - (dx / length) * half]);
  });
  return `M${[...left, ...right].map((p) => at(...p)).join('L')}Z`;
}

/** A cut that is thick in the middle and sharp at both ends, as a gouge leaves in lino. */
export function gouge(from: Point, to: Point, width: number, bend = 0): string {
  const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [nx, ny] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const [out, back] = [bend + width, bend - width];
  return `M${at(...from)}Q${at(mx + nx * out, my + ny * out)} ${at(...to)}Q${at(mx + nx * back, my + ny * back)} ${at(...from)}Z`;
}

/** A drop-shaped leaf or feather from its foot to its tip. */
export function leaf(foot: Point, tip: Point, width: number, bend = 0): string {
  const [dx, dy] = [tip[0] - foot[0], tip[1] - foot[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const side = (w: number): string => {
    const [ax, ay] = [
      foot[0] + dx * 0.25 + nx * (w + bend * 0.5),
      foot[1] + dy * 0.25 + ny * (w + bend * 0.5),
    ];
    const [bx, by] = [
      foot[0] + dx * 0.72 + nx * (w * 0.8 + bend),
      foot[1] + dy * 0.72 + ny * (w * 0.8 + bend),
    ];
    return `${at(ax, ay)} ${at(bx, by)}`;
  };
  const back = side(-width).split(' ');
  return `M${at(...foot)}C${side(width)} ${at(...tip)}C${back[2]} ${back[3]} ${back[0]} ${back[1]} ${at(...foot)}Z`;
}

/** A wave line from left to right, to be closed or stroked by the caller. */
export function wave(x: number, y: number, width: number, height: number, length: number, phase = 0): string {
  const step = length / 4;
  let d = '';
  for (let dx = 0; dx <= width + step; dx += step / 2) {
    const wy = y + height * Math.sin(((dx + phase) / length) * 2 * Math.PI);
    d += `${d ? 'L' : 'M'}${num(x + dx)} ${num(wy)}`;
  }
  return d;
}
