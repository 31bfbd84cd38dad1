import type { Piece } from './object-store.ts';

/**
 * The piece a `Range` header asks for. `undefined`: send everything (no header, one we cannot read, or several
 * pieces at once, which a server may answer whole). `none`: nothing of it exists.
 */
export function parseRange(header: string | null | undefined, size: number): Piece | 'none' | undefined {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'none' : { first, last };
}

/** Whether the client already has what it would get. */
export function isUnchanged(headers: Headers, etag: string | undefined, modified: Date): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) {
    if (known.trim() === '*') return true;
    return etag !== undefined && known.split(',').some((tag) => weak(tag) === weak(etag));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && wholeSeconds(modified) <= since;
}

/** Whether the piece still belongs to what the client began to fetch. */
export function rangeHolds(headers: Headers, etag: string | undefined, modified: Date): boolean {
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
