import { pictureEnd } from './picture-end.ts';
import { loadSharp } from './render-image.ts';
import { refuse } from './storage-error.ts';

export interface PictureRule {
  /** Neither side of what is kept is longer. */
  maxSide: number;
  /** A picture with more is refused before it is unpacked. */
  maxPixels: number;
}

export interface Picture {
  bytes: Buffer;
  contentType: string;
}

const LONGEST_SECONDS = 15;

/**
 * Draws a picture anew: what comes out are our bytes, without the place where it was taken and without whatever else was
 * in the file. What is no picture, is too large to unpack, or carries something behind its end is refused.
 */
export async function redrawPicture(source: Buffer, { maxSide, maxPixels }: PictureRule): Promise<Picture> {
  // Also keeps everything but five formats from the decoders: SVG is a program that draws, and is not run here.
  const end = pictureEnd(source);
  if (end === undefined) throw refuse.unreadablePicture();
  const unreadable = () => {
    throw refuse.unreadablePicture();
  };
  const sharp = await loadSharp();
  // The size stands at the beginning: nothing is unpacked yet.
  const { width, height } = await sharp(source, { limitInputPixels: false }).metadata().catch(unreadable);
  if (width * height > maxPixels) throw refuse.tooManyPixels();
  // Some programs fill the last block up with zeros.
  if (source.subarray(end).some((byte) => byte !== 0)) throw refuse.moreThanAPicture();
  const bytes = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: LONGEST_SECONDS })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(unreadable);
  return { bytes, contentType: 'image/webp' };
}
