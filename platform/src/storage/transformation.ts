import type { Transformation } from './links.ts';
import { oneOf, wholeNumber } from './read-json.ts';

const MAX_SIDE = 2500;

/** The `x-transformations` header, in the syntax of imgproxy, which Supabase uses. */
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

/** The transformation that a query or a link requests. */
export function readTransformation(transformation: Record<string, unknown>): Transformation {
  const { width, height, resize, quality, format } = transformation;
  return {
    ...(width === undefined ? {} : { width: wholeNumber(width, 'width', 1, MAX_SIDE) }),
    ...(height === undefined ? {} : { height: wholeNumber(height, 'height', 1, MAX_SIDE) }),
    ...(resize === undefined ? {} : { resize: oneOf(resize, 'resize', ['cover', 'contain', 'fill']) }),
    ...(quality === undefined ? {} : { quality: wholeNumber(quality, 'quality', 20, 100) }),
    ...(format === undefined ? {} : { format: oneOf(format, 'format', ['origin', 'avif', 'webp']) }),
  };
}
