import { createHash } from 'node:crypto';

/** Those of most viewers; hashing one costs more than the rest of a request's check. */
const known = new Map<string, string>();
const MAX_KNOWN = 1000;

/**
 * Identifies the browser's make while a film plays, so that a copied cookie does not work in another one. What tells two
 * browsers of one make apart is the mark in the cookie. The address is not
 * part of it: phones change theirs. Apple's devices use another user agent for media than for pages, so they all share one.
 */
export function browserFingerprint(userAgent = ''): string {
  const before = known.get(userAgent);
  if (before !== undefined) return before;
  const fingerprint = computeFingerprint(userAgent);
  if (known.size >= MAX_KNOWN) known.clear();
  if (userAgent.length < 500) known.set(userAgent, fingerprint);
  return fingerprint;
}

function computeFingerprint(userAgent: string): string {
  const apple =
    /\b(iPhone|iPad|iPod|Macintosh|Apple ?TV)\b/.test(userAgent) && !/\b(Chrome|Firefox)\//.test(userAgent);
  return apple ? 'apple' : createHash('sha256').update(userAgent).digest('base64url');
}
