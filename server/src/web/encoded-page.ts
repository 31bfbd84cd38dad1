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
  /** Of the page with some nonce. */
  value: number;
  /** The nonce's own checksum. */
  nonce: number;
  /** How much a change of the nonce changes the checksum: see crc32.ts. */
  factor: number;
}

const CHECKSUM_BYTES = 4;

/**
 * Shorter parts are sent as text, together with the nonces and with the head: one write costs less than several, and less
 * than copying. What is longer is not in the memory once more for each reader who is slow.
 */
const SHORT = 32 * 1024;

/** What all responses with a page share: the parts before, between and after the nonces and the checksum. */
const shared = new WeakMap<EncodedPage, (Uint8Array | string)[]>();

/** Sends the page with this nonce. */
export function sendPage(outgoing: ServerResponse, page: EncodedPage, nonce: string): void {
  const parts = shared.get(page) ?? partsOf(page);
  shared.set(page, parts);
  let text = '';
  outgoing.cork();
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += index > page.places.length ? checksumText(page, nonce) : nonce;
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

/** Where the parts begin and end that are the same in all responses. */
function boundsOf({ bytes, places, checksum }: EncodedPage): { start: number; end: number }[] {
  const gaps = places.map((at) => ({ at, length: NONCE_LENGTH }));
  if (checksum) gaps.push({ at: checksum.at, length: CHECKSUM_BYTES });
  const starts = [0, ...gaps.map(({ at, length }) => at + length)];
  return starts.map((start, index) => ({ start, end: gaps[index]?.at ?? bytes.length }));
}

function partsOf(page: EncodedPage): (Uint8Array | string)[] {
  return boundsOf(page).map(({ start, end }) => {
    const part = page.bytes.subarray(start, end);
    return part.length < SHORT ? Buffer.from(part).toString('latin1') : part;
  });
}

/** What the page takes in memory: what is sent as text is there twice. */
export function memoryOf(page: EncodedPage): number {
  const lengths = boundsOf(page).map(({ start, end }) => end - start);
  return lengths.reduce((sum, length) => sum + (length < SHORT ? length : 0), page.bytes.length);
}

/** The whole page with this nonce. */
export function copyWithNonce(page: EncodedPage, nonce: string): Buffer<ArrayBuffer> {
  const copy = Buffer.from(page.bytes);
  for (const place of page.places) copy.write(nonce, place, 'latin1');
  if (page.checksum) copy.write(checksumText(page, nonce), page.checksum.at, 'latin1');
  return copy;
}

function checksumText({ checksum, places }: EncodedPage, nonce: string): string {
  if (!checksum) return '';
  const { value, nonce: before, factor } = checksum;
  const changed = places.length > 0 ? value ^ multiplyCrc(before ^ crc32(nonce), factor) : value;
  return String.fromCharCode(...[0, 8, 16, 24].map((bits) => (changed >>> bits) & 255));
}
