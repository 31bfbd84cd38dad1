import { createHash } from 'node:crypto';

/**
 * Identifies the browser's make while a film plays, so that a copied cookie does not work in another one. What tells two
 * browsers of one make apart is the mark in the cookie. The address is not
 * part of it: phones change theirs. Apple's devices use another user agent for media than for pages, so they all share one.
 */
export function browserFingerprint(userAgent = ''): string {
  const apple =
    /\b(iPhone|iPad|iPod|Macintosh|Apple ?TV)\b/.test(userAgent) && !/\b(Chrome|Firefox)\//.test(userAgent);
  return apple ? 'apple' : createHash('sha256').update(userAgent).digest('base64url');
}
