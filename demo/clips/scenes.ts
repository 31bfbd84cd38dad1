import { line } from '../artwork/draw/lettering.ts';
import { seeded } from '../artwork/draw/random.ts';
import { type BandPattern, band } from '../artwork/draw/shapes.ts';
import { circle, rect, sheet } from '../artwork/draw/svg.ts';
import type { Move } from './air.ts';
import { type Bitmap, bitmapOf, lay, over } from './bitmap.ts';

export interface Size {
  width: number;
  height: number;
}

/** A stretch of film: what a frame shows so many seconds after its beginning. */
export interface Scene {
  seconds: number;
  draw: Move;
}

export interface Card {
  title: string;
  /** A line above and one below the title. */
  above: string;
  below: string;
  colours: readonly [ground: string, ink: string, accent: string];
  seed: number;
}

const PATTERNS: BandPattern[] = ['diamonds', 'teeth', 'eyes', 'steps', 'petals', 'stripes'];

/** The title between two painted bands; sequins light up around it one by one. */
export async function titleCard({ title, above, below, colours, seed }: Card, size: Size): Promise<Scene> {
  const [ground, ink, accent] = colours;
  const pattern = PATTERNS[seed % PATTERNS.length] ?? 'teeth';
  const inks = [ground, accent, ink] as const;
  const words = title.split(' ');
  const half = Math.ceil(words.length / 2);
  const rows = title.length > 15 && words.length > 1 ? [words.slice(0, half), words.slice(half)] : [words];
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
    rect(0, 0, 640, 360, ground) +
      band(0, 0, 640, 34, pattern, inks) +
      band(0, 326, 640, 34, pattern, inks) +
      line(above, { x: 320, y: 96, size: 22, weight: 600, align: 'middle', ink: accent }) +
      lettering +
      line(below, { x: 320, y: 288, size: 21, weight: 500, align: 'middle', widest: 540, ink }),
    '0 0 640 360',
  );
  const card = await bitmapOf(svg, size.width, size.height);
  const unit = size.height / 360;
  const sequin = await bitmapOf(
    sheet(100, 100, circle(50, 50, 46, accent) + circle(50, 50, 14, ground)),
    Math.round(9 * unit),
    Math.round(9 * unit),
  );
  const places = sequinPlaces(seed);
  return {
    seconds: 2,
    draw(frame, t) {
      lay(frame, card, 0, 0);
      const lit = Math.floor(places.length * Math.min(1, t / 1.5));
      for (const [x, y] of places.slice(0, lit)) over(frame, sequin, x * unit, y * unit);
    },
  };
}

/** Two rows of dots between the bands and the words, lit from the middle or from one side. */
function sequinPlaces(seed: number): [number, number][] {
  const places = Array.from({ length: 72 }, (_, n): [number, number] => [
    26 + (n % 36) * 16.6,
    n < 36 ? 46 : 304,
  ]);
  const random = seeded(seed);
  const from = random.pick([0, 320, 640]);
  return places.toSorted(([a], [b]) => Math.abs(a - from) - Math.abs(b - from));
}

export interface Way {
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
}

/** Rests, moves in the middle third, rests: a picture that stands still costs nothing. */
const eased = (share: number): number => {
  const t = Math.min(1, Math.max(0, (share - 0.3) / 0.36));
  return t * t * (3 - 2 * t);
};

/** A camera that glides over a large picture (from and to are shares of the room there is), with things before it. */
export function glide(picture: Bitmap, seconds: number, { from, to }: Way, before: Move[] = []): Scene {
  return {
    seconds,
    draw(frame, t) {
      const share = eased(t / seconds);
      const [roomX, roomY] = [picture.width - frame.width, picture.height - frame.height];
      lay(
        frame,
        picture,
        roomX * (from[0] + (to[0] - from[0]) * share),
        roomY * (from[1] + (to[1] - from[1]) * share),
      );
      for (const move of before) move(frame, t);
    },
  };
}
