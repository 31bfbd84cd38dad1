import type { ServerResponse } from 'node:http';
import { crc32, multiplyCrc } from './crc32.ts';
import { NONCE_LENGTH } from './nonce.ts';

/** A page as it is sent, in one encoding, with the places where a response's own nonce is written. */
export interface EncodedPage {
  bytes: Uint8Array<ArrayBuffer>;
  /** Where the nonce is written, in ascending order. */
  places: readonly number[];
  /** gzip ends with a checksum of the page. */
  checksum?: Checksum;
}

interface Checksum {
  at: number;
  /** Of the page with this nonce. */
  value: number;
  nonce: string;
  /** How much a change of the nonce changes the checksum: see crc32.ts. */
  factor: number;
}

const CHECKSUM_BYTES = 4;
/** Shorter parts are written as text, together with the nonce and with the head: one write less. */
const SHORT = 8 * 1024;

/** What all responses with a page share, by what stands between: nonces, and the checksum before the last of them. */
const shared = new WeakMap<EncodedPage, (Uint8Array | string)[]>();

/** Sends the page with this nonce. What is long is not copied: a copy for each reader would fill the memory. */
export function sendPage(outgoing: ServerResponse, page: EncodedPage, nonce: string): void {
  const parts = shared.get(page) ?? partsOf(page);
  shared.set(page, parts);
  let text = '';
  outgoing.cork();
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += index > page.places.length ? checksumWith(page, nonce) : nonce;
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (text !== '') outgoing.write(text, 'latin1');
    text = '';
    outgoing.write(part);
  }
  outgoing.end(text, 'latin1');
}

/** The whole page with this nonce. */
export function copyWithNonce(page: EncodedPage, nonce: string): Buffer<ArrayBuffer> {
  const copy = Buffer.from(page.bytes);
  for (const place of page.places) copy.write(nonce, place, 'latin1');
  if (page.checksum) copy.write(checksumWith(page, nonce), page.checksum.at, 'latin1');
  return copy;
}

function partsOf({ bytes, places, checksum }: EncodedPage): (Uint8Array | string)[] {
  const gaps = places.map((at) => ({ at, end: at + NONCE_LENGTH }));
  if (checksum) gaps.push({ at: checksum.at, end: checksum.at + CHECKSUM_BYTES });
  const starts = [0, ...gaps.map(({ end }) => end)];
  return starts.map((start, index) => {
    const part = bytes.subarray(start, gaps[index]?.at);
    return part.length < SHORT ? Buffer.from(part).toString('latin1') : part;
  });
}

function checksumWith({ checksum }: EncodedPage, nonce: string): string {
  if (!checksum) return '';
  const { value, nonce: before, factor } = checksum;
  const changed = Buffer.allocUnsafe(CHECKSUM_BYTES);
  changed.writeUInt32LE((value ^ multiplyCrc(crc32(before) ^ crc32(nonce), factor)) >>> 0);
  return changed.toString('latin1');
}
