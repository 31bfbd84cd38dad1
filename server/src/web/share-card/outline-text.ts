import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Command, type Font, type Glyph } from 'opentype.js';

/** The display font, as outlines: the machine's own fonts are not known. */
const FILES = ['latin', 'latin-ext'].map(
  (part) => `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${part}-800-normal.woff`,
);
let loaded: Font[] | undefined;

function fonts(): Font[] {
  const require = createRequire(import.meta.url);
  loaded ??= FILES.map((file) =>
    opentype.parse(new Uint8Array(readFileSync(require.resolve(file))).buffer as ArrayBuffer),
  );
  return loaded;
}

interface Placed {
  glyph: Glyph;
  /** In ems. */
  width: number;
}

const known = new Map<string, Placed | undefined>();
/** All that titles are written with, many times over. */
const MOST_KNOWN = 2000;

function glyphOf(character: string): Placed | undefined {
  if (known.has(character)) return known.get(character);
  const font = fonts().find((one) => one.charToGlyph(character).index !== 0);
  const glyph = font?.charToGlyph(character);
  const placed = font && glyph && { glyph, width: glyph.advanceWidth / font.unitsPerEm };
  if (known.size < MOST_KNOWN) known.set(character, placed);
  return placed;
}

/** Characters that neither font has are left out. */
function glyphsOf(text: string): Placed[] {
  return [...text.normalize('NFC')].flatMap((character) => glyphOf(character) ?? []);
}

/** In ems. */
function widthOf(text: string): number {
  return glyphsOf(text).reduce((sum, { width }) => sum + width, 0);
}

/** A line of text as SVG path data; y is the baseline. */
export function outlineLine(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let at = x;
  return glyphsOf(text)
    .map(({ glyph, width }) => {
      const start = at;
      at += width * size;
      return glyph.getPath(start, y, size).commands.map(writeCommand).join('');
    })
    .join('');
}

function writeCommand(command: Command): string {
  const { type, ...points } = command;
  if (type === 'Z') return 'Z';
  const { x1, y1, x2, y2, x, y } = points as Record<string, number | undefined>;
  const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
  return type + numbers.map((value) => value.toFixed(1)).join(' ');
}

/** More than any card shows. */
const MAX_LENGTH = 200;

interface Box {
  width: number;
  sizes: readonly number[];
  maxLines: number;
}

/** The largest size at which a text fits; at the smallest one it is cut. */
export function fitText(text: string, { width, sizes, maxLines }: Box): { lines: string[]; size: number } {
  const words = text
    .slice(0, MAX_LENGTH)
    .split(/\s+/)
    .filter((word) => widthOf(word) > 0);
  for (const size of sizes) {
    const lines = breakLines(words, width / size);
    if (lines.length <= maxLines && lines.every((line) => widthOf(line) * size <= width))
      return { lines, size };
  }
  const size = sizes.at(-1) ?? 0;
  const lines = breakLines(words, width / size).map((line) => cutLine(line, width / size));
  if (lines.length <= maxLines) return { lines, size };
  const last = cutLine(`${lines[maxLines - 1]} ${lines[maxLines]}`, width / size);
  return { lines: [...lines.slice(0, maxLines - 1), last], size };
}

function breakLines(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function cutLine(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const characters = [...line];
  while (characters.length > 1 && widthOf(`${characters.join('').trim()}…`) > width) characters.pop();
  return `${characters.join('').trim()}…`;
}
