import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { copyWithNonce, type EncodedPage } from './encoded-page.ts';
import { NONCE_LENGTH, newNonce, placesOf, trialFor } from './nonce.ts';

const decompress = promisify(brotliDecompress);

/** The lower qualities skip places in what they cannot compress, and so in some pages always miss a nonce. */
const THOROUGH = 6;

/**
 * As brotli. The first nonce is stored in a block of its own and the others are references to it, so writing over it
 * changes them all. The compressor does not promise that: it is tried, and undefined if the page is not the same again.
 */
export async function packBrotli(page: EncodedPage, quality: number): Promise<EncodedPage | undefined> {
  const { bytes: html, places } = page;
  if (places.length === 0) return { bytes: await compressParts([html], quality, html.length), places: [] };
  let tried = page;
  for (const attempt of [quality, THOROUGH, THOROUGH]) {
    const packed = await tryToPack(tried, attempt);
    if (packed) return packed;
    // Another nonce: by chance its first characters look like something else in the page.
    tried = { bytes: copyWithNonce(page, newNonce()), places };
  }
  return undefined;
}

async function tryToPack(page: EncodedPage, quality: number): Promise<EncodedPage | undefined> {
  const { bytes: html, places } = page;
  const [first = 0] = places;
  const after = first + NONCE_LENGTH;
  const nonce = html.subarray(first, after);
  const bytes = await compressParts(
    [html.subarray(0, first), nonce, html.subarray(after)],
    quality,
    html.length,
  );
  const place = Buffer.from(bytes.buffer).indexOf(nonce);
  if (place < 0) return undefined;
  const packed = { bytes, places: [place] };
  const trial = trialFor(Buffer.from(nonce).toString('latin1'));
  const unpacked = await decompress(copyWithNonce(packed, trial)).catch(() => undefined);
  return unpacked?.equals(copyWithNonce(page, trial)) ? packed : undefined;
}

/** The page that was packed, which has this nonce. */
export async function unpackBrotli(packed: Uint8Array, nonce: string): Promise<EncodedPage> {
  const bytes = new Uint8Array(await decompress(packed));
  return { bytes, places: placesOf(nonce, bytes) };
}

/** One brotli stream in which each part begins at a byte boundary. */
async function compressParts(
  parts: readonly Uint8Array[],
  quality: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  // Flushing with each write, instead of after it, asks zlib's threads once less for each part.
  const flush = constants.BROTLI_OPERATION_FLUSH;
  const stream = createBrotliCompress({ params: paramsFor(quality, length), chunkSize: 32 * 1024, flush });
  const whole = Array.fromAsync<Buffer>(stream);
  for (const part of parts.slice(0, -1)) stream.write(part);
  stream.end(parts.at(-1));
  return new Uint8Array(Buffer.concat(await whole));
}

/** A window of the page's size: the default one takes megabytes for each page. */
export function paramsFor(quality: number, length: number): Record<number, number> {
  const window = Math.ceil(Math.log2(Math.max(length, 1) + 16));
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    // How text is read would depend on the characters before it, which can be a nonce's.
    [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_DEFAULT_WINDOW,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, window),
    ),
  };
}
