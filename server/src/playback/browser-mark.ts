import { createHash } from 'node:crypto';

/**
 * What of a browser stays the same while a film plays, so that a copied cookie is worth nothing in another one. Its
 * address is no part of it: a phone changes that on every journey. Apple's devices fetch films under another name than
 * pages; there the mark is only that it is one of them.
 */
export function browserMark(userAgent = ''): string {
  const apple =
    /\b(iPhone|iPad|iPod|Macintosh|Apple ?TV)\b/.test(userAgent) && !/\b(Chrome|Firefox)\//.test(userAgent);
  return apple ? 'apple' : createHash('sha256').update(userAgent).digest('base64url');
}
