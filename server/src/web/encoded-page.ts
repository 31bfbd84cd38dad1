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

/** Shorter parts are written as text, together with the nonce and with the head: one write less. */
const SHORT = 4 * 1024;

/** What all responses with a page share: the parts before, between and after the nonces. */
const shared = new WeakMap<EncodedPage, (Uint8Array | string)[]>();

/** Sends the page with this nonce. */
export function sendPage(outgoing: ServerResponse, page: EncodedPage, nonce: string): void {
  // gzip has many small parts, each of which would cost more than copying the page.
  if (page.checksum) outgoing.end(copyWithNonce(page, nonce));
  else sendParts(outgoing, page, nonce);
}

/** What is long is not copied: a copy for each reader would fill the memory. */
function sendParts(outgoing: ServerResponse, page: EncodedPage, nonce: string): void {
  const parts = shared.get(page) ?? partsOf(page);
  shared.set(page, parts);
  let text = '';
  outgoing.cork();
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += nonce;
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

function partsOf({ bytes, places }: EncodedPage): (Uint8Array | string)[] {
  const starts = [0, ...places.map((place) => place + NONCE_LENGTH)];
  return starts.map((start, index) => {
    const part = bytes.subarray(start, places[index]);
    return part.length < SHORT ? Buffer.from(part).toString('latin1') : part;
  });
}

/** The whole page with this nonce. */
export function copyWithNonce(page: EncodedPage, nonce: string): Buffer<ArrayBuffer> {
  const { bytes, places, checksum } = page;
  const copy = Buffer.from(bytes);
  for (const place of places) copy.write(nonce, place, 'latin1');
  if (checksum && places.length > 0) copy.writeUInt32LE(checksumWith(checksum, nonce), checksum.at);
  return copy;
}

function checksumWith({ value, nonce: before, factor }: Checksum, nonce: string): number {
  return (value ^ multiplyCrc(before ^ crc32(nonce), factor)) >>> 0;
}
