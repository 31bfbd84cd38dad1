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

/**
 * The page with this nonce, in pieces that all responses share but for the nonce and the checksum: a copy of each page
 * for each reader would fill the memory.
 */
export function withNonce({ bytes, places, checksum }: EncodedPage, nonce: string): Uint8Array[] {
  const written = Buffer.from(nonce, 'latin1');
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const place of places) {
    pieces.push(bytes.subarray(at, place), written);
    at = place + NONCE_LENGTH;
  }
  if (checksum) {
    pieces.push(bytes.subarray(at, checksum.at), checksumWith(checksum, nonce));
    at = checksum.at + 4;
  }
  pieces.push(bytes.subarray(at));
  return pieces;
}

/** The whole page with this nonce. */
export function copyWithNonce(page: EncodedPage, nonce: string): Buffer<ArrayBuffer> {
  return Buffer.concat(withNonce(page, nonce), page.bytes.length);
}

function checksumWith({ value, nonce: before, factor }: Checksum, nonce: string): Buffer {
  const changed = Buffer.allocUnsafe(4);
  changed.writeUInt32LE((value ^ multiplyCrc(crc32(before) ^ crc32(nonce), factor)) >>> 0);
  return changed;
}
