import type { ByteRange } from './object-store.ts';

/**
 * The range that a `Range` header requests. `undefined`: send everything (no header, a malformed one, or several ranges,
 * which a server may answer whole). `unsatisfiable`: outside of the content.
 */
export function parseRange(
  header: string | null | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}

/** Whether the client's cached copy is current. */
export function isNotModified(headers: Headers, etag: string | undefined, modified: Date): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) {
    if (known.trim() === '*') return true;
    return etag !== undefined && known.split(',').some((tag) => weak(tag) === weak(etag));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && wholeSeconds(modified) <= since;
}

/** Whether `If-Range` matches, so that the range belongs to the version the client has. */
export function isRangeCurrent(headers: Headers, etag: string | undefined, modified: Date): boolean {
  const condition = headers.get('if-range')?.trim();
  if (condition === undefined) return true;
  if (/^(W\/)?"/.test(condition)) return condition === etag;
  return Date.parse(condition) === wholeSeconds(modified);
}

function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
