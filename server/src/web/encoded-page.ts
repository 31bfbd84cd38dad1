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
 * Shorter parts are kept as text and sent together with the nonces and with the head: one write costs less than several, and
 * less than copying. What is longer is not in the memory once more for each reader who is slow.
 */
const SHORT = 32 * 1024;

/** A page as it is kept and sent to many: the parts before, between and after the nonces, and the checksum at the end. */
export interface KeptPage {
  parts: readonly (Uint8Array | string)[];
  /** In bytes, with the nonces; so much memory it takes. */
  length: number;
  checksum: Checksum | undefined;
}

/** The same page, without the bytes in which it came. */
export function keepPage({ bytes, places, checksum }: EncodedPage): KeptPage {
  const gaps = places.map((at) => ({ at, length: NONCE_LENGTH }));
  if (checksum) gaps.push({ at: checksum.at, length: CHECKSUM_BYTES });
  const starts = [0, ...gaps.map(({ at, length }) => at + length)];
  const parts = starts.map((start, index) => {
    const part = bytes.slice(start, gaps[index]?.at ?? bytes.length);
    return part.length < SHORT ? Buffer.from(part.buffer).toString('latin1') : part;
  });
  return { parts, length: bytes.length, checksum };
}

/** Sends the page with this nonce. */
export function sendPage(outgoing: ServerResponse, page: KeptPage, nonce: string): void {
  const pieces = withNonce(page, nonce);
  const last = pieces.pop();
  outgoing.cork();
  // The encoding is that of text; for bytes it has no meaning.
  for (const piece of pieces) outgoing.write(piece, 'latin1');
  outgoing.end(last, 'latin1');
}

/** The whole page with this nonce. */
export function wholePage(page: KeptPage, nonce: string): Buffer<ArrayBuffer> {
  const pieces = withNonce(page, nonce);
  return Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)),
  );
}

/** Neighbours that are text are one. */
function withNonce({ parts, checksum }: KeptPage, nonce: string): (Uint8Array | string)[] {
  const nonces = parts.length - (checksum ? 2 : 1);
  const pieces: (Uint8Array | string)[] = [];
  let text = '';
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += index > nonces && checksum ? checksumText(checksum, nonces, nonce) : nonce;
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (text !== '') pieces.push(text);
    text = '';
    pieces.push(part);
  }
  if (text !== '') pieces.push(text);
  return pieces;
}

/** The whole page with this nonce. */
export function copyWithNonce(page: EncodedPage, nonce: string): Buffer<ArrayBuffer> {
  const { bytes, places, checksum } = page;
  const copy = Buffer.from(bytes);
  for (const place of places) copy.write(nonce, place, 'latin1');
  if (checksum) copy.write(checksumText(checksum, places.length, nonce), checksum.at, 'latin1');
  return copy;
}

function checksumText({ value, nonce: before, factor }: Checksum, nonces: number, nonce: string): string {
  const changed = nonces > 0 ? value ^ multiplyCrc(before ^ crc32(nonce), factor) : value;
  return String.fromCharCode(...[0, 8, 16, 24].map((bits) => (changed >>> bits) & 255));
}
