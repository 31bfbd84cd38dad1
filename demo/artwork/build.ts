import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { drawSizes } from './draw-sizes.ts';
import { type Picture, pictures } from './pictures.ts';

/**
 * Draws every picture of the demo world and writes it as AVIF, in all sizes. `build.ts kok-kalite …` draws only the names
 * given; `build.ts --sizes …` leaves the pictures as they are.
 */
const target = join(import.meta.dirname, '../../supabase/buckets');
const names = process.argv.slice(2).filter((name) => name !== '--sizes');
const onlySizes = process.argv.includes('--sizes');
const waiting = pictures().filter(
  ({ file }) => names.length === 0 || names.some((name) => file.includes(name)),
);
let bytes = 0;

async function draw(): Promise<void> {
  for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
    if (!onlySizes) await drawPicture(picture);
    const inSizes = await drawSizes(picture.file);
    bytes += inSizes;
  }
}

async function drawPicture({ file, svg, quality }: Picture): Promise<void> {
  const avif = await sharp(Buffer.from(svg()))
    .flatten()
    .avif({ quality, effort: 4, chromaSubsampling: '4:4:4' })
    .toBuffer();
  await mkdir(dirname(join(target, file)), { recursive: true });
  await writeFile(join(target, file), avif);
  bytes += avif.length;
}

sharp.concurrency(1);
const count = waiting.length;
await Promise.all([draw(), draw()]);
process.stdout.write(`${count} pictures, ${Math.round(bytes / 1024)} KB\n`);
