import { findPictureEnd } from './picture-end.ts';
import { loadSharp } from './render-image.ts';
import { refuse } from './storage-error.ts';

export interface PictureRule {
  /** The stored picture's longer side is at most this. */
  maxSide: number;
  /** A picture with more is refused before it is decoded. */
  maxPixels: number;
}

export interface Picture {
  bytes: Buffer;
  contentType: string;
}

const TIMEOUT_SECONDS = 15;

/**
 * Re-encodes a picture, which drops its metadata (such as the location) and anything else in the file. Refuses what is
 * no picture, is too large to decode, or carries data behind its end.
 */
export async function redrawPicture(source: Buffer, { maxSide, maxPixels }: PictureRule): Promise<Picture> {
  // Only JPEG, PNG, GIF, WebP, AVIF and HEIC reach the decoders, the last where there is one. Not SVG: it can contain
  // scripts and references.
  const end = findPictureEnd(source);
  if (end === undefined) throw refuse.unreadablePicture();
  const unreadable = () => {
    throw refuse.unreadablePicture();
  };
  const sharp = await loadSharp();
  // Reads the header only.
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata().catch(unreadable);
  if (width * height > maxPixels) throw refuse.tooManyPixels();
  // Some programs pad the last block with zeros.
  if (source.subarray(end).some((byte) => byte !== 0)) throw refuse.hiddenContent();
  const bytes = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(unreadable);
  return { bytes, contentType: 'image/webp' };
}
