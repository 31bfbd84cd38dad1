import { line } from '../artwork/draw/lettering.ts';
import { seeded } from '../artwork/draw/random.ts';
import { type BandPattern, band } from '../artwork/draw/shapes.ts';
import { circle, rect, sheet } from '../artwork/draw/svg.ts';
import { type Bitmap, drawCrop, drawSprite, renderSvg } from './bitmap.ts';
import type { DrawFrame } from './particles.ts';

export interface Size {
  width: number;
  height: number;
}

/** `draw` renders the frame at a time since the start of the scene. */
export interface Scene {
  seconds: number;
  draw: DrawFrame;
}

export interface Card {
  title: string;
  /** Lines above and below the title. */
  above: string;
  below: string;
  colours: readonly [background: string, ink: string, accent: string];
  seed: number;
}

const PATTERNS: BandPattern[] = ['diamonds', 'teeth', 'eyes', 'steps', 'petals', 'stripes'];

/** The title between two painted bands; sequins light up one by one. */
export async function createTitleCard(
  { title, above, below, colours, seed }: Card,
  size: Size,
): Promise<Scene> {
  const [background, ink, accent] = colours;
  const pattern = PATTERNS[seed % PATTERNS.length] ?? 'teeth';
  const inks = [background, accent, ink] as const;
  const parts = title.split(' ');
  const half = Math.ceil(parts.length / 2);
  const rows = title.length > 15 && parts.length > 1 ? [parts.slice(0, half), parts.slice(half)] : [parts];
  const lettering = rows
    .map((row, n) =>
      line(row.join(' '), {
        x: 320,
        y: (rows.length === 1 ? 208 : 180) + n * 66,
        size: rows.length === 1 ? 84 : 64,
        weight: 800,
        align: 'middle',
        widest: 540,
        tracking: -0.01,
        ink,
      }),
    )
    .join('');
  const svg = sheet(
    640,
    360,
    rect(0, 0, 640, 360, background) +
      band(0, 0, 640, 34, pattern, inks) +
      band(0, 326, 640, 34, pattern, inks) +
      line(above, { x: 320, y: 96, size: 22, weight: 600, align: 'middle', ink: accent }) +
      lettering +
      line(below, { x: 320, y: 288, size: 21, weight: 500, align: 'middle', widest: 540, ink }),
    '0 0 640 360',
  );
  const card = await renderSvg(svg, size.width, size.height);
  const unit = size.height / 360;
  const sequin = await renderSvg(
    sheet(100, 100, circle(50, 50, 46, accent) + circle(50, 50, 14, background)),
    Math.round(9 * unit),
    Math.round(9 * unit),
  );
  const positions = sequinPositions(seed);
  return {
    seconds: 2,
    draw(frame, t) {
      drawCrop(frame, card, 0, 0);
      const lit = Math.floor(positions.length * Math.min(1, t / 1.5));
      for (const [x, y] of positions.slice(0, lit)) drawSprite(frame, sequin, x * unit, y * unit);
    },
  };
}

/** Two rows of dots between the bands and the words, lit from the middle or from one side. */
function sequinPositions(seed: number): [number, number][] {
  const positions = Array.from({ length: 72 }, (_, n): [number, number] => [
    26 + (n % 36) * 16.6,
    n < 36 ? 46 : 304,
  ]);
  const random = seeded(seed);
  const from = random.pick([0, 320, 640]);
  return positions.toSorted(([a], [b]) => Math.abs(a - from) - Math.abs(b - from));
}

export interface Pan {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
}

/** Moves only in the middle third of the time, since still frames compress to almost nothing. */
const easePan = (share: number): number => {
  const t = Math.min(1, Math.max(0, (share - 0.3) / 0.36));
  return t * t * (3 - 2 * t);
};

/** A camera pan over a large image, with overlays on top. `from` and `to` are shares of the free space. */
export function panScene(
  picture: Bitmap,
  seconds: number,
  { from, to }: Pan,
  overlays: DrawFrame[] = [],
): Scene {
  return {
    seconds,
    draw(frame, t) {
      const share = easePan(t / seconds);
      const [spaceX, spaceY] = [picture.width - frame.width, picture.height - frame.height];
      drawCrop(
        frame,
        picture,
        spaceX * (from[0] + (to[0] - from[0]) * share),
        spaceY * (from[1] + (to[1] - from[1]) * share),
      );
      for (const draw of overlays) draw(frame, t);
    },
  };
}
