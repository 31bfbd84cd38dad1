import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { films } from '../demo/artwork/catalogue.ts';
import { line } from '../demo/artwork/draw/lettering.ts';
import { seeded } from '../demo/artwork/draw/random.ts';
import { circle, ellipse, rect, sheet } from '../demo/artwork/draw/svg.ts';
import { type Bitmap, drawCrop, drawSprite, emptyFrame, renderSvg } from '../demo/clips/bitmap.ts';
import { createFigure } from '../demo/clips/figures.ts';
import { createParticles, type DrawFrame } from '../demo/clips/particles.ts';

/** Short films of different kinds, drawn by code. `grain` is the noise of a camera, new in every frame. */
interface Kind {
  name: string;
  grain: number;
  create(): Promise<DrawFrame>;
}

const SIZE = { width: 854, height: 480 };
const RATE = 24;

const background = async (film: number, scale: number): Promise<Bitmap> =>
  renderSvg(
    films[film]?.banner() ?? '',
    Math.round(SIZE.width * scale),
    Math.round(SIZE.height * scale),
    0.7,
  );

export const KINDS: Kind[] = [
  {
    // A head before a quiet wall: it nods, blinks and speaks.
    name: 'talk',
    grain: 3,
    async create() {
      const wall = await background(2, 1.1);
      const draw = (mouth: number, eyes: number): string =>
        sheet(
          300,
          400,
          ellipse(150, 180, 100, 140, '#7A4A2E') +
            ellipse(150, 70, 110, 60, '#1B120C') +
            ellipse(112, 160, 15, eyes, '#F5EDE3') +
            ellipse(188, 160, 15, eyes, '#F5EDE3') +
            ellipse(150, 255, 34, 6 + mouth, '#4A1F1A') +
            rect(60, 320, 180, 80, '#B5543C'),
        );
      const faces = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          renderSvg(draw(Math.abs(Math.sin(n * 1.3)) * 20, n === 5 ? 2 : 11), 300, 400, 1.2),
        ),
      );
      return (frame, t) => {
        drawCrop(frame, wall, 20 + Math.sin(t * 0.7) * 4, 10 + Math.cos(t * 0.9) * 3);
        const face = faces[Math.floor(t * 9) % faces.length] as Bitmap;
        drawSprite(frame, face, 280 + Math.sin(t * 1.1) * 12, 80 + Math.sin(t * 2.3) * 5);
      };
    },
  },
  {
    // Eighty people who walk in all directions while the camera moves.
    name: 'crowd',
    grain: 4,
    async create() {
      const place = await background(5, 1.4);
      const random = seeded(7);
      const people = await Promise.all(
        Array.from({ length: 80 }, async (_, n) => {
          const tall = 70 + n;
          const shirt = `hsl(${Math.round(random.between(0, 360))} 60% 45%)`;
          const person = sheet(
            60,
            150,
            circle(30, 22, 18, '#4A2E20') + rect(8, 42, 44, 60, shirt) + rect(14, 100, 32, 48, '#23304A'),
          );
          return {
            sprite: await renderSvg(person, Math.round(tall * 0.4), tall, 0.5),
            x: random.between(0, SIZE.width),
            y: 120 + n * 3.2,
            speed: random.between(-70, 70),
            beat: random.between(4, 9),
          };
        }),
      );
      return (frame, t) => {
        drawCrop(frame, place, t * 30, 60 + Math.sin(t) * 20);
        for (const { sprite, x, y, speed, beat } of people) {
          const across = (((x + speed * t) % 900) + 900) % 900;
          drawSprite(frame, sprite, across - 40, y + Math.sin(t * beat) * 4);
        }
      };
    },
  },
  {
    // A dark street with lights, rain and much grain.
    name: 'night',
    grain: 9,
    async create() {
      const street = await background(1, 1.3);
      for (let n = 0; n < street.data.length; n += 1)
        if (n % 4 !== 3) street.data[n] = (street.data[n] ?? 0) * 0.3;
      const rain = await createParticles('rain', 4, SIZE.width, SIZE.height);
      const flies = await createParticles('fireflies', 9, SIZE.width, SIZE.height);
      const car = await createFigure('tap-tap', 3, SIZE.width, SIZE.height);
      return (frame, t) => {
        drawCrop(frame, street, 40 + t * 12, 30);
        for (const draw of [car, flies, rain]) draw(frame, t);
      };
    },
  },
  {
    // Flat colours, sharp edges, a steady pan: the demo's own pictures.
    name: 'animation',
    grain: 0,
    async create() {
      const picture = await background(3, 1.5);
      const overlays = await Promise.all([
        createParticles('confetti', 2, SIZE.width, SIZE.height),
        createFigure('rooster', 1, SIZE.width, SIZE.height),
      ]);
      return (frame, t) => {
        drawCrop(frame, picture, t * 45, 60 + t * 10);
        for (const draw of overlays) draw(frame, t);
      };
    },
  },
  {
    // Waves over the whole picture: nothing stays, nothing repeats.
    name: 'water',
    grain: 2,
    async create() {
      return ({ data, width, height }, t) => {
        for (let y = 0; y < height; y += 1) {
          // Waves look shorter towards the horizon.
          const near = 0.35 + (y / height) * 1.1;
          for (let x = 0; x < width; x += 1) {
            const a = Math.sin(x / (13 * near) + y / (5 * near) + t * 2.1);
            const b = Math.sin(x / (31 * near) - y / (9 * near) - t * 1.3 + a);
            const light = (a * 0.4 + b * 0.6 + 1) / 2;
            const at = (y * width + x) * 4;
            data[at] = 20 + light * light * 120;
            data[at + 1] = 70 + light * 110;
            data[at + 2] = 110 + light * 100;
          }
        }
      };
    },
  },
  {
    // Closing credits over a still picture.
    name: 'text',
    grain: 0,
    async create() {
      const rows = films.slice(0, 14).flatMap(({ slug }) => [slug.replaceAll('-', ' '), 'Lakou']);
      const written = rows
        .map((row, n) =>
          line(row, {
            x: 427,
            y: 60 + n * 52,
            size: n % 2 ? 22 : 38,
            weight: 600,
            align: 'middle',
            ink: '#F5EDE3',
          }),
        )
        .join('');
      const height = 60 + rows.length * 52;
      const roll = await renderSvg(
        sheet(854, height, rect(0, 0, 854, height, '#14101C') + written),
        854,
        height,
      );
      return (frame, t) => drawCrop(frame, roll, 0, t * 48);
    },
  },
];

/** Writes a kind as a lossless file. */
export async function renderKind(
  folder: string,
  { name, grain, create }: Kind,
  seconds: number,
): Promise<string> {
  const out = join(folder, `${name}.mkv`);
  const draw = await create();
  const child = spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${SIZE.width}x${SIZE.height}`],
      ...['-r', String(RATE), '-i', 'pipe:0'],
      ...['-vf', `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,noise=alls=${grain}:allf=t`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', out],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const exit = once(child, 'exit');
  const frame = emptyFrame(SIZE.width, SIZE.height);
  for (let n = 0; n < seconds * RATE; n += 1) {
    draw(frame, n / RATE);
    if (!child.stdin.write(Buffer.from(frame.data))) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  const [code] = await exit;
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}`);
  return out;
}
