import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allWidths, nameRendition } from './picture-sizes.ts';
import { decodeImage, encodeImage, type OutputFormat } from './render-image.ts';
import { nameSource } from './rendition-files.ts';

/**
 * Draws a picture beforehand into a folder that `adoptRenditions` takes over: every size as AVIF, which nearly all browsers
 * show and which takes long to draw, and the preview of pages. Answers with the number of bytes.
 */
export async function writeRenditions(
  picture: Buffer,
  folder: string,
  widths: readonly number[],
): Promise<number> {
  const { source, pixels } = await decodeImage(picture, widths.at(-1) as number);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let total = 0;
  const draw = async (width: number, format: OutputFormat) => {
    const bytes = await encodeImage(pixels, { width }, source, format);
    await writeFile(join(folder, nameRendition({ width }, format)), bytes);
    total += bytes.length;
  };
  await draw(widths[0] as number, 'webp');
  for (const width of allWidths(source, widths)) await draw(width, 'avif');
  await writeFile(join(folder, nameSource(source)), '');
  return total;
}
