import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Command, type Font } from 'opentype.js';
import { samples, track } from './curves.ts';
import { at, num, type Point, path } from './svg.ts';

export type Weight = 300 | 500 | 600 | 700 | 800;
/** Characters as outlines with their baseline at y = 0, starting at x = 0. */
type Outline = { commands: Command[]; width: number; capHeight: number };
type Warp = (x: number, y: number) => Point;

const CAP_HEIGHT = 0.66;
const require = createRequire(import.meta.url);
const fonts = new Map<Weight, Font>();

function loadFont(weight: Weight): Font {
  const known = fonts.get(weight);
  if (known) return known;
  const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff`;
  const bytes = readFileSync(require.resolve(file));
  const parsed = opentype.parse(new Uint8Array(bytes).buffer);
  fonts.set(weight, parsed);
  return parsed;
}

/** Outlines of a text at a size. Fails on a missing glyph, so that no poster shows a placeholder box. */
function outline(text: string, size: number, weight: Weight = 800, tracking = 0): Outline {
  const font = loadFont(weight);
  const commands: Command[] = [];
  let x = 0;
  const glyphs = [...text].map((character) => {
    const glyph = font.charToGlyph(character);
    if (glyph.index === 0) throw new Error(`The lettering font has no “${character}” (in “${text}”)`);
    return glyph;
  });
  glyphs.forEach((glyph, i) => {
    const next = glyphs[i + 1];
    commands.push(...glyph.getPath(x, 0, size).commands);
    const kerning = next ? font.getKerningValue(glyph, next) : 0;
    x += ((glyph.advanceWidth + kerning) * size) / font.unitsPerEm + (next ? tracking * size : 0);
  });
  return { commands, width: x, capHeight: size * CAP_HEIGHT };
}

function bounds({ commands }: Outline): { left: number; right: number; top: number; bottom: number } {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const c of commands)
    if (c.type !== 'Z') {
      box.left = Math.min(box.left, c.x);
      box.right = Math.max(box.right, c.x);
      box.top = Math.min(box.top, c.y);
      box.bottom = Math.max(box.bottom, c.y);
    }
  return box;
}

/** Bends outlines: every segment is cut into short pieces first, so that straight stems follow too. */
function warp(shape: Outline, bend: Warp): string {
  const pieces = 10;
  let d = '';
  let [px, py, sx, sy] = [0, 0, 0, 0];
  const to = (x: number, y: number): void => {
    d += `L${at(...bend(x, y))}`;
  };
  const straight = (x: number, y: number): void => {
    for (let i = 1; i <= pieces; i++) to(px + ((x - px) * i) / pieces, py + ((y - py) * i) / pieces);
  };
  for (const c of shape.commands) {
    if (c.type === 'M') {
      d += `M${at(...bend(c.x, c.y))}`;
      [sx, sy] = [c.x, c.y];
    } else if (c.type === 'L') straight(c.x, c.y);
    else if (c.type === 'Z') {
      straight(sx, sy);
      d += 'Z';
    } else
      for (let i = 1; i <= pieces; i++) {
        const t = i / pieces;
        const u = 1 - t;
        if (c.type === 'Q')
          to(u * u * px + 2 * u * t * c.x1 + t * t * c.x, u * u * py + 2 * u * t * c.y1 + t * t * c.y);
        else
          to(
            u ** 3 * px + 3 * u * u * t * c.x1 + 3 * u * t * t * c.x2 + t ** 3 * c.x,
            u ** 3 * py + 3 * u * u * t * c.y1 + 3 * u * t * t * c.y2 + t ** 3 * c.y,
          );
      }
    if (c.type === 'Z') [px, py] = [sx, sy];
    else [px, py] = [c.x, c.y];
  }
  return d;
}

/** Moves, turns, leans or scales outlines. The map must be affine: curves stay curves. */
function plain({ commands }: Outline, map: Warp): string {
  return commands
    .map((c) => {
      if (c.type === 'Z') return 'Z';
      const end = at(...map(c.x, c.y));
      if (c.type === 'Q') return `Q${at(...map(c.x1, c.y1))} ${end}`;
      if (c.type === 'C') return `C${at(...map(c.x1, c.y1))} ${at(...map(c.x2, c.y2))} ${end}`;
      return `${c.type}${end}`;
    })
    .join('');
}

export type Ink = {
  fill: string;
  outline?: readonly [colour: string, width: number];
  /** A solid block behind the text, as tap-tap painters do. */
  block?: readonly [colour: string, dx: number, dy: number];
  /** A shadow offset from the text. */
  shadow?: readonly [colour: string, dx: number, dy: number];
};

/** Paints the layers of a lettering: shadow, block, outline, fill. */
export function paint(d: string, { fill, outline: line, block, shadow }: Ink): string {
  const wide = line ? `stroke-width="${num(line[1] * 2)}" stroke-linejoin="round"` : '';
  const at = (dx: number, dy: number, colour: string): string =>
    path(
      d,
      colour,
      `transform="translate(${num(dx)} ${num(dy)})" ${line ? `stroke="${colour}" ${wide}` : ''}`,
    );
  let svg = shadow ? at(shadow[1], shadow[2], shadow[0]) : '';
  if (block) {
    const [colour, dx, dy] = block;
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / 1.5);
    for (let i = steps; i > 0; i--) svg += at((dx * i) / steps, (dy * i) / steps, colour);
  }
  if (line) svg += path(d, line[0], `stroke="${line[0]}" ${wide}`);
  return svg + path(d, fill);
}

type Align = 'left' | 'middle' | 'right';
export type LineOptions = {
  x: number;
  y: number;
  size: number;
  weight?: Weight;
  tracking?: number;
  align?: Align;
  /** Leans the characters; positive leans to the right. */
  lean?: number;
  /** Text that would be wider than this gets narrower characters. */
  widest?: number;
};

/** A straight line of text as path data; y is the baseline. */
export function lineOf(text: string, options: LineOptions): string {
  const { x, y, size, weight = 800, tracking = 0, align = 'left', lean = 0, widest = Infinity } = options;
  const shape = outline(text, size, weight, tracking);
  const squeeze = Math.min(1, widest / shape.width);
  const start = x - (align === 'left' ? 0 : align === 'middle' ? 0.5 : 1) * shape.width * squeeze;
  return plain(shape, (px, py) => [start + px * squeeze - py * lean, y + py]);
}
export const line = (text: string, options: LineOptions & { ink: Ink | string }): string =>
  paint(lineOf(text, options), typeof options.ink === 'string' ? { fill: options.ink } : options.ink);

type BoxOptions = {
  x: number;
  y: number;
  w: number;
  h: number;
  weight?: Weight;
  tracking?: number;
};

/** Stretches one line so that its capitals fill a box exactly; accents and tails reach beyond it. */
export function boxOf(text: string, { x, y, w, h, weight = 800, tracking = 0 }: BoxOptions): string {
  const shape = outline(text, 200, weight, tracking);
  const { left, right } = bounds(shape);
  return plain(shape, (px, py) => [
    x + ((px - left) / (right - left)) * w,
    y + h + (py / shape.capHeight) * h,
  ]);
}
export const box = (text: string, options: BoxOptions & { ink: Ink | string }): string =>
  paint(boxOf(text, options), typeof options.ink === 'string' ? { fill: options.ink } : options.ink);

type Envelope = {
  x: number;
  w: number;
  top: (u: number) => number;
  bottom: (u: number) => number;
  /** Moves the characters sideways depending on place along (u) and height (v: 0 top, 1 foot). */
  side?: (u: number, v: number) => number;
  weight?: Weight;
  tracking?: number;
};

/** Stretches one line between two curves; u runs from 0 at the left end to 1 at the right. */
function envelopeOf(text: string, options: Envelope): string {
  const { x, w, top, bottom, side, weight = 800, tracking = 0 } = options;
  const shape = outline(text, 200, weight, tracking);
  const { left, right } = bounds(shape);
  return warp(shape, (px, py) => {
    const u = (px - left) / (right - left);
    const v = 1 + py / shape.capHeight;
    return [side ? side(u, v) : x + u * w, top(u) + (bottom(u) - top(u)) * v];
  });
}
export const envelope = (text: string, options: Envelope & { ink: Ink | string }): string =>
  paint(envelopeOf(text, options), typeof options.ink === 'string' ? { fill: options.ink } : options.ink);

type TrackOptions = {
  size: number | ((t: number) => number);
  weight?: Weight;
  tracking?: number;
  align?: Align;
  /** Lifts the characters off the line. */
  lift?: number;
};

/** Sets characters along a line of points, each upright on it. */
function alongOf(text: string, points: readonly Point[], options: TrackOptions): string {
  const { size, weight = 800, tracking = 0, align = 'left', lift = 0 } = options;
  const way = track(samples(points, 40));
  const sizeAt = typeof size === 'number' ? () => size : size;
  const characters = [...text].map((character) => ({ character, unit: outline(character, 1, weight).width }));
  const total = characters.reduce((sum, { unit }) => sum + unit * sizeAt(0) + tracking * sizeAt(0), 0);
  let walked = align === 'left' ? 0 : (way.length - total) * (align === 'middle' ? 0.5 : 1);
  let d = '';
  for (const { character, unit } of characters) {
    const here = sizeAt(Math.max(0, walked) / way.length);
    const { point, degrees } = way.at(walked + (unit * here) / 2);
    const turned = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
    d += plain(outline(character, here, weight), (px, py) => {
      const [lx, ly] = [px - (unit * here) / 2, py - lift];
      return [point[0] + lx * cos - ly * sin, point[1] + lx * sin + ly * cos];
    });
    walked += (unit + tracking) * here;
  }
  return d;
}
export const along = (
  text: string,
  points: readonly Point[],
  options: TrackOptions & { ink: Ink | string },
): string =>
  paint(
    alongOf(text, points, options),
    typeof options.ink === 'string' ? { fill: options.ink } : options.ink,
  );

/** Sets text on a circle. Degrees name the middle of the text; `inside` makes it read along the lower rim. */
export function ring(
  text: string,
  options: {
    cx: number;
    cy: number;
    r: number;
    degrees: number;
    size: number;
    weight?: Weight;
    tracking?: number;
    inside?: boolean;
    ink: Ink | string;
  },
): string {
  const { cx, cy, r, degrees, inside = false, ink, ...rest } = options;
  const sweep = inside ? -1 : 1;
  const points = Array.from({ length: 25 }, (_, i): Point => {
    const angle = ((degrees + sweep * (i - 12) * 14) * Math.PI) / 180;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
  });
  return along(text, points, { ...rest, align: 'middle', ink });
}
