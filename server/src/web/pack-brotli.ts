import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { copyWithNonce, type EncodedPage } from './encoded-page.ts';
import { NONCE_LENGTH, newNonce, placesOf } from './nonce.ts';

const decompress = promisify(brotliDecompress);

/**
 * As brotli. The first nonce is stored in a block of its own and the others are references to it, so writing over it
 * changes them all. The compressor does not promise that: undefined if the page is not the same again.
 */
export async function packBrotli(page: EncodedPage, quality: number): Promise<EncodedPage | undefined> {
  const { bytes: html, places } = page;
  const [first] = places;
  if (first === undefined) return { bytes: await compressParts([html], quality, html.length), places: [] };
  const after = first + NONCE_LENGTH;
  const nonce = html.subarray(first, after);
  const parts = [html.subarray(0, first), nonce, html.subarray(after)];
  const bytes = await compressParts(parts, quality, html.length);
  const place = Buffer.from(bytes.buffer).indexOf(nonce);
  if (place < 0) return undefined;
  const packed = { bytes, places: [place] };
  const trial = newNonce();
  const unpacked = await decompress(copyWithNonce(packed, trial)).catch(() => undefined);
  return unpacked?.equals(copyWithNonce(page, trial)) ? packed : undefined;
}

/** The page that was packed. */
export async function unpackBrotli({ bytes: packed, places }: EncodedPage): Promise<EncodedPage> {
  const bytes = new Uint8Array(await decompress(packed));
  const [first] = places;
  if (first === undefined) return { bytes, places };
  const nonce = Buffer.from(packed.buffer, packed.byteOffset + first, NONCE_LENGTH).toString('latin1');
  return { bytes, places: placesOf(nonce, bytes) };
}

/** One brotli stream in which each part begins at a byte boundary. */
async function compressParts(
  parts: readonly Uint8Array[],
  quality: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = createBrotliCompress({ params: paramsFor(quality, length), chunkSize: 64 * 1024 });
  const whole = Array.fromAsync<Buffer>(stream);
  for (const [index, part] of parts.entries()) {
    stream.write(part);
    if (index === parts.length - 1) break;
    await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
  }
  stream.end();
  return new Uint8Array(Buffer.concat(await whole));
}

/** A window of the page's size: the default one takes megabytes for each page. */
export function paramsFor(quality: number, length: number): Record<number, number> {
  const window = Math.ceil(Math.log2(Math.max(length, 1) + 16));
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_DEFAULT_WINDOW,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, window),
    ),
  };
}
