import { randomFillSync } from 'node:crypto';

/** 18 bytes: more than the 128 bits that are asked for, and without a rest in base64. */
const NONCE_BYTES = 18;
/** Every nonce has this many characters. */
export const NONCE_LENGTH = (NONCE_BYTES * 4) / 3;
/** Many are drawn and written at once. */
const random = Buffer.alloc(256 * NONCE_BYTES);
let drawn = '';
let used = 0;

export function newNonce(): string {
  if (used === drawn.length) {
    drawn = randomFillSync(random).toString('base64url');
    used = 0;
  }
  used += NONCE_LENGTH;
  return drawn.slice(used - NONCE_LENGTH, used);
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * To try whether `nonce` can be replaced in a packed page. It differs from it in every character and has none twice, so a
 * single character that stayed, or came from another place of the nonce, is seen.
 */
export function trialFor(nonce: string): string {
  const shifted = (shift: number) => (CHARACTERS + CHARACTERS).slice(shift, shift + nonce.length);
  const isDifferent = (other: string) => Array.from(nonce).every((character, at) => character !== other[at]);
  let shift = 0;
  // Each character excludes one of the shifts, and there are more shifts than characters in a nonce.
  while (!isDifferent(shifted(shift))) shift += 1;
  return shifted(shift);
}

/** Where `nonce` is in these bytes. */
export function placesOf(nonce: string, bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places: number[] = [];
  for (let at = buffer.indexOf(nonce, 0, 'latin1'); at >= 0; at = buffer.indexOf(nonce, at + 1, 'latin1'))
    places.push(at);
  return places;
}
