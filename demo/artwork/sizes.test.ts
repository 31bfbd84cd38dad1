import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '@lakou/contract/media/picture-widths';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../supabase');
const filesBelow = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, name).length + 1))
    .toSorted();

test('every picture of the demo is there in all sizes, and nothing else is', async () => {
  const wanted: string[] = [];
  for (const picture of filesBelow('buckets')) {
    const { width, height } = await sharp(readFileSync(join(folder, 'buckets', picture))).metadata();
    const last = PICTURE_WIDTHS.find((one) => one >= width) ?? PICTURE_WIDTHS.at(-1) ?? 0;
    const widths = PICTURE_WIDTHS.filter((one) => one <= last);
    wanted.push(`${picture}/source-${width}x${height}.avif`, `${picture}/${PICTURE_WIDTHS[0]}.webp`);
    wanted.push(...widths.map((one) => `${picture}/${one}.avif`));
  }
  expect(filesBelow('renditions')).toEqual(wanted.toSorted());
});
