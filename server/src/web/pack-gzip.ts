import { promisify } from 'node:util';
import { constants, deflateRaw, gunzip } from 'node:zlib';
import { crc32, shiftCrc } from './crc32.ts';
import { copyWithNonce, type EncodedPage } from './encoded-page.ts';
import { NONCE_LENGTH, trialFor } from './nonce.ts';

const deflate = promisify(deflateRaw);
const unpack = promisify(gunzip);

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;
/** Not the last block, stored as it is, with its length and the length's complement. */
const STORED = Buffer.from([0, NONCE_LENGTH, 0, 255 - NONCE_LENGTH, 255]);
const WINDOW = 32 * 1024;
/** In no text in UTF-8: where it stands for the nonce, nothing refers to the nonce. */
const NO_TEXT = 0xff;

/**
 * As gzip, with each nonce in a block that is stored as it is. Each part between them is compressed with the text before
 * it as its dictionary. The checksum follows the nonce by arithmetic. Undefined if this does not give the page again.
 */
export async function packGzip({ bytes: html, places }: EncodedPage): Promise<EncodedPage | undefined> {
  const blank = html.slice();
  for (const place of places) blank.fill(NO_TEXT, place, place + NONCE_LENGTH);
  const parts: Uint8Array[] = [HEADER];
  const starts = [0, ...places.map((place) => place + NONCE_LENGTH)];
  const packedPlaces: number[] = [];
  let length = HEADER.length;
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, start] of starts.entries()) {
    const end = places[index];
    const dictionary = start > 0 ? { dictionary: blank.subarray(Math.max(0, start - WINDOW), start) } : {};
    const flush = end === undefined ? {} : { finishFlush: constants.Z_SYNC_FLUSH };
    add(await deflate(html.subarray(start, end ?? html.length), { ...dictionary, ...flush }));
    if (end === undefined) break;
    add(STORED);
    packedPlaces.push(length);
    add(html.subarray(end, end + NONCE_LENGTH));
  }
  const value = crc32(html);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(value, 0);
  trailer.writeUInt32LE(html.length, 4);
  const checksum = {
    at: length,
    value,
    nonce: crc32(nonceIn(html, places)),
    factor: factorOf(html.length, places),
  };
  add(trailer);
  const packed = { bytes: joined(parts, length), places: packedPlaces, checksum };
  return (await givesPageAgain({ bytes: html, places }, packed)) ? packed : undefined;
}

function nonceIn(html: Uint8Array, [place = 0]: readonly number[]): string {
  return Buffer.from(html.subarray(place, place + NONCE_LENGTH)).toString('latin1');
}

function factorOf(length: number, places: readonly number[]): number {
  return places.reduce((sum, place) => sum ^ shiftCrc(length - place - NONCE_LENGTH), 0) >>> 0;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function givesPageAgain(page: EncodedPage, packed: EncodedPage): Promise<boolean> {
  const trial = trialFor(nonceIn(page.bytes, page.places));
  const unpacked = await unpack(copyWithNonce(packed, trial)).catch(() => undefined);
  return unpacked?.equals(copyWithNonce(page, trial)) ?? false;
}
