import type { Transformation } from './links.ts';
import { oneOf, wholeNumber } from './read-json.ts';

export const LARGEST_SIDE = 2500;

/** The `x-transformations` header: what was done, in the words of the renderer that Supabase uses. */
export function nameTransformation({ width, height, resize = 'cover', quality, format }: Transformation) {
  const sized = width !== undefined || height !== undefined;
  const parts = {
    height,
    width,
    resizing_type: sized ? { cover: 'fill', contain: 'fit', fill: 'force' }[resize] : undefined,
    quality,
    format: format === 'origin' ? undefined : format,
  };
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

/** What a query or a link asks an image to become. */
export function readTransformation(wish: Record<string, unknown>): Transformation {
  const { width, height, resize, quality, format } = wish;
  return {
    ...(width === undefined ? {} : { width: wholeNumber(width, 'width', 1, LARGEST_SIDE) }),
    ...(height === undefined ? {} : { height: wholeNumber(height, 'height', 1, LARGEST_SIDE) }),
    ...(resize === undefined ? {} : { resize: oneOf(resize, 'resize', ['cover', 'contain', 'fill']) }),
    ...(quality === undefined ? {} : { quality: wholeNumber(quality, 'quality', 20, 100) }),
    ...(format === undefined ? {} : { format: oneOf(format, 'format', ['origin', 'avif', 'webp']) }),
  };
}
