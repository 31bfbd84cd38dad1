import type { Transformation } from './links.ts';
import { oneOf, wholeNumber } from './read-json.ts';

/** Longer sides are cut to this one, as in Supabase. */
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
    ...(width === undefined ? {} : { width: side(width, 'width') }),
    ...(height === undefined ? {} : { height: side(height, 'height') }),
    ...(resize === undefined ? {} : { resize: oneOf(resize, 'resize', ['cover', 'contain', 'fill']) }),
    ...(quality === undefined ? {} : { quality: wholeNumber(quality, 'quality', 20, 100) }),
    ...(format === undefined ? {} : { format: oneOf(format, 'format', ['origin', 'avif', 'webp']) }),
  };
}

function side(value: unknown, name: string): number {
  return Math.min(wholeNumber(value, name, 1, Number.MAX_SAFE_INTEGER), MAX_SIDE);
}
