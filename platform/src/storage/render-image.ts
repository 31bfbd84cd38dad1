import { fileTypeFromBuffer } from 'file-type';
import type Sharp from 'sharp';
import type { Transformation } from './links.ts';
import { refuse } from './storage-error.ts';

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

/** The picture at another size and in another format. */
export async function renderImage(
  source: Buffer,
  transformation: Transformation,
  format: OutputFormat | undefined,
): Promise<{ bytes: Buffer; contentType: string }> {
  const found = await fileTypeFromBuffer(source).catch(() => undefined);
  const origin = found && sources[found.mime];
  if (!origin) throw refuse.invalidRequest('The object is not an image that can be rendered');
  const sharp = await loadSharp();
  const output = format ?? origin;
  const { width, height, resize = 'cover', quality = 80 } = transformation;
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .timeout({ seconds: TIMEOUT_SECONDS });
  if (width !== undefined || height !== undefined) {
    const fit = ({ cover: 'cover', contain: 'inside', fill: 'fill' } as const)[resize];
    image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
      fit,
      withoutEnlargement: true,
    });
  }
  try {
    // Effort 2 costs a fifth of effort 4 for about the same bytes.
    const options = { avif: { quality, effort: 2 }, webp: { quality }, jpeg: { quality }, png: {}, gif: {} }[
      output
    ];
    return { bytes: await image.toFormat(output, options).toBuffer(), contentType: `image/${output}` };
  } catch (error) {
    const reason = /pixel limit/i.test((error as Error).message) ? 'has too many pixels' : 'cannot be read';
    throw refuse.invalidRequest(`The image ${reason}`);
  }
}

/** The best format that the client accepts; `undefined` is the picture's own. */
export function chooseFormat(
  transformation: Transformation,
  accept: string | null,
): OutputFormat | undefined {
  if (transformation.format === 'origin') return undefined;
  if (transformation.format) return transformation.format;
  const accepted = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((range) => range.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  return (['avif', 'webp'] as const).find((format) => accepted.has(`image/${format}`));
}
