import { pictureSources } from '#lib/picture.ts';

/** Search engines and messengers show about this many characters. */
const MAX_DESCRIPTION = 200;

/** The beginning of a text, cut between words. */
export function shortenText(text: string, limit = MAX_DESCRIPTION): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= limit) return plain;
  const cut = plain.slice(0, limit);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2))}…`;
}

/** The image for shared links, as WebP because messengers do not read AVIF. External images are left out. */
export function shareImage(url: string | null): string | undefined {
  if (!url?.startsWith('/')) return undefined;
  const { src } = pictureSources(url, 1080);
  return src === url ? src : `${src}&format=webp`;
}
