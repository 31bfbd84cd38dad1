import { fileTypeFromBuffer } from 'file-type';
import type Sharp from 'sharp';
import type { OutputInfo } from 'sharp';
import { type PictureSize, pixelsOf, type Rendition } from './picture-sizes.ts';
import { refuse, StorageError } from './storage-error.ts';

/** Enough for posters; larger ones are decompression bombs. */
const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 20;

export const MAX_SOURCE_BYTES = 25 * 1024 * 1024;

/** Raster formats only: SVG can contain scripts and references. */
const sources: Record<string, OutputFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
};

export type OutputFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** A picture's pixels, upright, not yet resized. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

export interface Source extends PictureSize {
  format: OutputFormat;
}

let loading: Promise<typeof Sharp> | undefined;

/** Loaded with the first picture: the library is large, and many processes never render one. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The caller limits concurrency; the cache would hold memory between two pictures.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** Reads the header alone, without a decoder. */
export async function readImageHeader(bytes: Buffer): Promise<Source> {
  const format = await formatOf(bytes);
  const sharp = await loadSharp();
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    if (autoOrient.width * autoOrient.height > MAX_PIXELS) throw refuse.invalidImage();
    return { ...autoOrient, format };
  } catch (error) {
    throw explain(error);
  }
}

async function formatOf(bytes: Buffer): Promise<OutputFormat> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const format = found && sources[found.mime];
  if (!format) throw refuse.invalidImage();
  return format;
}

/** Reads the picture, at most `widest` wide. What is damaged is drawn as far as the decoder can read it. */
export async function decodeImage(
  bytes: Buffer,
  widest: number,
): Promise<{ source: Source; pixels: Pixels }> {
  const format = await formatOf(bytes);
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none', sequentialRead: true });
    const { autoOrient } = await image.metadata();
    const pixels = await image
      .autoOrient()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ width: widest, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { source: { ...autoOrient, format }, pixels };
  } catch (error) {
    throw explain(error);
  }
}

export async function encodeImage(
  { data, info: { width, height, channels } }: Pixels,
  rendition: Rendition,
  source: PictureSize,
  format: OutputFormat,
): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    return await sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ ...pixelsOf(rendition, source), fit: rendition.fit ?? 'fill' })
      .toFormat(format, encoderOptions(rendition)[format])
      .toBuffer();
  } catch (error) {
    throw explain(error);
  }
}

/**
 * Large pictures are shown on dense screens, where the eye forgives more; the smallest is only ever shown blurred.
 * AVIF with 50 looks as WebP with 60 does; with effort 2 it costs a fifth of effort 4 for about the same bytes.
 */
function encoderOptions({ width, quality: wanted }: Rendition): Record<OutputFormat, object> {
  const qualityOf = (usual: number) => {
    if (wanted) return { low: 30, high: 85 }[wanted];
    return width <= 16 ? 20 : usual;
  };
  const jpeg = { quality: wanted ? { low: 50, high: 92 }[wanted] : 80 };
  const webp = { quality: qualityOf(width < 768 ? 60 : 50) };
  return { avif: { quality: qualityOf(50), effort: 2 }, webp, jpeg, png: {}, gif: {} };
}

function explain(error: unknown): Error {
  if (error instanceof StorageError) return error;
  return /pixel limit/i.test((error as Error).message) ? refuse.invalidImage() : refuse.brokenImage();
}
