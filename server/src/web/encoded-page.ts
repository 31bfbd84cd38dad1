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
  if (page.checksum) sendCopy(outgoing, page, nonce);
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

/** The copy before, if its connection took all of it at once. */
let unused: Buffer<ArrayBuffer> | undefined;

/** gzip has many small parts, each of which would cost more than copying the page. */
function sendCopy(outgoing: ServerResponse, page: EncodedPage, nonce: string): void {
  const { length } = page.bytes;
  const copy = unused && unused.length >= length ? unused : Buffer.allocUnsafeSlow(length);
  unused = undefined;
  copy.set(page.bytes);
  writeNonce(copy, page, nonce);
  outgoing.end(copy.subarray(0, length));
  if (outgoing.writableLength === 0) unused = copy;
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
  const copy = Buffer.from(page.bytes);
  writeNonce(copy, page, nonce);
  return copy;
}

function writeNonce(copy: Buffer, page: EncodedPage, nonce: string): void {
  const [first, ...others] = page.places;
  if (first === undefined) return;
  copy.write(nonce, first, 'latin1');
  for (const place of others) copy.copyWithin(place, first, first + NONCE_LENGTH);
  if (page.checksum) copy.writeUInt32LE(checksumWith(page.checksum, nonce), page.checksum.at);
}

function checksumWith({ value, nonce: before, factor }: Checksum, nonce: string): number {
  return (value ^ multiplyCrc(before ^ crc32(nonce), factor)) >>> 0;
}
