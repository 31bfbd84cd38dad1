import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, createBrotliCompress, gzip } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
const gzipped = promisify(gzip);
const QUALITY = 5;

export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/** Stands where each answer's own nonce goes. Nobody outside of this process can know it, so no page can contain it. */
export const NONCE_PLACE = newNonce();

/**
 * A page that is sent to many, to each with a nonce of their own, and compressed only once. The first nonce is a piece
 * of the compressed page by itself, stored as it is; the others are references to it. So it is enough to write another
 * one over it. Whether a page came out like that is tried, not trusted; if not, it is compressed for each reader.
 */
export class PageBody {
  readonly #html: string;
  #packed: Promise<Packed | undefined> | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  text(nonce: string): string {
    return this.#html.replaceAll(NONCE_PLACE, nonce);
  }

  /** As small as the reader's browser can take it. */
  async encoded(
    nonce: string,
    accepted: string,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding?: string }> {
    if (/\bbr\b/.test(accepted)) return { bytes: await this.#brotli(nonce), encoding: 'br' };
    const bytes = Buffer.from(this.text(nonce));
    if (!/\bgzip\b/.test(accepted)) return { bytes };
    return { bytes: (await gzipped(bytes)) as Buffer<ArrayBuffer>, encoding: 'gzip' };
  }

  async #brotli(nonce: string): Promise<Buffer<ArrayBuffer>> {
    this.#packed ??= pack(this.#html);
    const packed = await this.#packed;
    if (packed) return written(packed, nonce);
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
    return (await compress(this.text(nonce), { params })) as Buffer<ArrayBuffer>;
  }
}

interface Packed {
  bytes: Buffer;
  /** Where the nonce is written. */
  at: number;
}

function written({ bytes, at }: Packed, nonce: string): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes);
  copy.write(nonce, at, 'latin1');
  return copy;
}

async function pack(html: string): Promise<Packed | undefined> {
  const first = html.indexOf(NONCE_PLACE);
  if (first < 0) return undefined;
  const after = first + NONCE_PLACE.length;
  const bytes = await inParts([html.slice(0, first), NONCE_PLACE, html.slice(after)]);
  const packed = { bytes, at: bytes.indexOf(NONCE_PLACE, 0, 'latin1') };
  if (packed.at < 0) return undefined;
  const trial = newNonce();
  const unpacked = await decompress(written(packed, trial)).catch(() => undefined);
  return unpacked?.toString() === html.replaceAll(NONCE_PLACE, trial) ? packed : undefined;
}

/** One brotli stream in which each part begins on a byte of its own. */
async function inParts(parts: readonly string[]): Promise<Buffer> {
  const stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const whole = Array.fromAsync<Buffer>(stream);
  for (const part of parts) {
    stream.write(part);
    await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
  }
  stream.end();
  return Buffer.concat(await whole);
}
