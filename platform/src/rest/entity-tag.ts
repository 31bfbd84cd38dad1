import { hash } from 'node:crypto';

/** Only browsers keep answers, and they say that they are browsers; nobody else pays for the hash. */
export function wantsEntityTag(headers: Headers): boolean {
  return headers.has('if-none-match') || headers.has('sec-fetch-mode');
}

/** Weak: another server may send the same rows with other bytes. The range belongs to what is told. */
export function entityTag(body: Buffer, contentRange: string): string {
  return `W/"${hash('sha1', body, 'base64url')}${contentRange === '' ? '' : `.${contentRange.replace(/[^\d-]/g, '_')}`}"`;
}

export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  const plain = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => plain(one) === plain(tag));
}
