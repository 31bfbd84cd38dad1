import { fileTypeFromBuffer } from 'file-type';
import type Sharp from 'sharp';
import type { Transformation } from './links.ts';
import { refuse } from './storage-error.ts';

/** A poster of 50 megapixels is one; anything beyond is meant to fill our memory. */
const MOST_PIXELS = 50_000_000;
const LONGEST_SECONDS = 20;

export const LARGEST_SOURCE = 25 * 1024 * 1024;

/** Pictures made of pixels. SVG is a program that draws, and is not run here. */
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

/** Loaded when the first picture is asked for: it is large, and many processes never draw one. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // How much happens at once is decided by who calls us; nothing is kept in memory between two pictures.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

/** The picture at another size and in another format; what is no picture, or a trap, is refused. */
export async function renderImage(
  source: Buffer,
  wish: Transformation,
  format: OutputFormat | undefined,
): Promise<{ bytes: Buffer; contentType: string }> {
  const found = await fileTypeFromBuffer(source).catch(() => undefined);
  const origin = found && sources[found.mime];
  if (!origin) throw refuse.invalidRequest('The object is not an image that can be rendered');
  const sharp = await loadSharp();
  const output = format ?? origin;
  const { width, height, resize = 'cover', quality = 80 } = wish;
  const image = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .timeout({ seconds: LONGEST_SECONDS });
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

/** The best format that the client says it takes; `undefined` keeps the picture's own. */
export function chooseFormat(wish: Transformation, accept: string | null): OutputFormat | undefined {
  if (wish.format === 'origin') return undefined;
  if (wish.format) return wish.format;
  const accepted = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([type]) => type),
  );
  return (['avif', 'webp'] as const).find((format) => accepted.has(`image/${format}`));
}
