import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { pictures } from './pictures.ts';

/** Draws every picture of the demo world and writes it as AVIF. `build.ts kok-kalite …` draws only the names given. */
const target = join(import.meta.dirname, '../../supabase/buckets');
const names = process.argv.slice(2);
const waiting = pictures().filter(
  ({ file }) => names.length === 0 || names.some((name) => file.includes(name)),
);
let bytes = 0;

async function draw(): Promise<void> {
  for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
    const file = join(target, picture.file);
    const avif = await sharp(Buffer.from(picture.svg()))
      .flatten()
      .avif({ quality: picture.quality, effort: 4, chromaSubsampling: '4:4:4' })
      .toBuffer();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, avif);
    bytes += avif.length;
  }
}

sharp.concurrency(1);
const count = waiting.length;
await Promise.all([draw(), draw()]);
process.stdout.write(`${count} pictures, ${Math.round(bytes / 1024)} KB\n`);
