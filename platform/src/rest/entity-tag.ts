import { hash } from 'node:crypto';

/** Only browsers cache responses, so the hash is computed for them only. */
export function wantsEntityTag(headers: Headers): boolean {
  return headers.has('if-none-match') || headers.has('sec-fetch-mode');
}

/** Weak, because another server may send the same rows as other bytes. Includes the range. */
export function entityTag(body: Buffer, contentRange: string): string {
  return `W/"${hash('sha1', body, 'base64url')}${contentRange === '' ? '' : `.${contentRange.replace(/[^\d-]/g, '_')}`}"`;
}

export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  const plain = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => plain(one) === plain(tag));
}
