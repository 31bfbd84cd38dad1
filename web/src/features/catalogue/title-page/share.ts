import { pictureSources } from '#lib/picture.ts';

/** Search engines and messengers show about this much of a description. */
const ENOUGH = 200;

/** The beginning of a text, cut between words. */
export function shorten(text: string, most = ENOUGH): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2))}…`;
}

/** A picture for shared links: messengers do not read AVIF. Those of other houses are left out. */
export function shareImage(address: string | null): string | undefined {
  if (!address?.startsWith('/')) return undefined;
  const { src } = pictureSources(address, [1200]);
  return src === address ? src : `${src}&format=webp`;
}
