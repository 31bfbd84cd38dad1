import { randomFillSync } from 'node:crypto';

const NONCE_BYTES = 16;
/** Random bytes are drawn for many nonces at once. */
const drawn = Buffer.alloc(256 * NONCE_BYTES);
let used = drawn.length;

export function newNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += NONCE_BYTES;
  return drawn.toString('base64url', used - NONCE_BYTES, used);
}

/** Every nonce has this many characters. */
export const NONCE_LENGTH = newNonce().length;

/** Where `nonce` is in these bytes. */
export function placesOf(nonce: string, bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places: number[] = [];
  for (let at = buffer.indexOf(nonce, 0, 'latin1'); at >= 0; at = buffer.indexOf(nonce, at + 1, 'latin1'))
    places.push(at);
  return places;
}
