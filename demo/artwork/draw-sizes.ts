import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTHS } from '@lakou/contract/media/picture-widths';
import { writeRenditions } from '@lakou/platform/storage';

const folder = join(import.meta.dirname, '../../supabase');

/** Draws a picture of the demo in all sizes, so that a fresh demo has them before its first visitor. Answers with the bytes. */
export async function drawSizes(file: string): Promise<number> {
  const picture = await readFile(join(folder, 'buckets', file));
  return writeRenditions(picture, join(folder, 'renditions', file), PICTURE_WIDTHS);
}
