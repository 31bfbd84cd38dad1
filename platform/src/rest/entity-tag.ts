import { hash } from 'node:crypto';
import type { Answer } from './respond.ts';

const tags = new WeakMap<Buffer, string>();

/** Only browsers cache responses, so the hash is computed for them only. */
export function tagFor(
  hasHeader: (name: 'if-none-match' | 'sec-fetch-mode') => boolean,
  { isTagged, body, headers: sent }: Answer,
): string | undefined {
  if (!isTagged || !Buffer.isBuffer(body)) return undefined;
  if (!hasHeader('if-none-match') && !hasHeader('sec-fetch-mode')) return undefined;
  const tag = tags.get(body) ?? entityTag(body, sent['content-range'] ?? '');
  tags.set(body, tag);
  return tag;
}

/** Weak, because another server may send the same rows as other bytes. Includes the range. */
function entityTag(body: Buffer, contentRange: string): string {
  return `W/"${hash('sha1', body, 'base64url')}${contentRange === '' ? '' : `.${contentRange.replace(/[^\d-]/g, '_')}`}"`;
}

export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  const plain = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some((one) => plain(one) === plain(tag));
}
