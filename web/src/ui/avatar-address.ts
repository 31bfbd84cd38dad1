import { pictureSources } from '#lib/picture.ts';

export const AVATAR_PIXELS = { s: 32, m: 44, l: 64, xl: 112 } as const;

/** One size, for screens with two dots to a pixel: it is small on any. */
export function avatarAddress(src: string, size: keyof typeof AVATAR_PIXELS): string {
  return pictureSources(src, AVATAR_PIXELS[size] * 2).src;
}
