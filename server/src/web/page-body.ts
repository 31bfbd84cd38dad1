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

/** Replaced by each answer's own nonce. It is random, so no page contains it by accident or by intent. */
export const NONCE_PLACEHOLDER = newNonce();

/**
 * A page that is compressed once and sent to many, to each with another nonce. The first nonce is stored uncompressed
 * in a block of its own and the others are references to it, so writing over it changes them all. Whether a compressed
 * page has this shape is tested by decompressing it; if not, the page is compressed for each answer.
 */
export class PageBody {
  readonly #html: string;
  #packed: Promise<Packed | undefined> | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  /** What the page takes in memory, about: its text, and the compressed page. */
  get bytes(): number {
    return 3 * this.#html.length;
  }

  text(nonce: string): string {
    return this.#html.replaceAll(NONCE_PLACEHOLDER, nonce);
  }

  /** In the best encoding that the browser accepts. */
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
    this.#packed ??= pack(this.#html).catch(() => undefined);
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
  const first = html.indexOf(NONCE_PLACEHOLDER);
  if (first < 0) return undefined;
  const after = first + NONCE_PLACEHOLDER.length;
  const bytes = await inParts([html.slice(0, first), NONCE_PLACEHOLDER, html.slice(after)]);
  const packed = { bytes, at: bytes.indexOf(NONCE_PLACEHOLDER, 0, 'latin1') };
  if (packed.at < 0) return undefined;
  const trial = newNonce();
  const unpacked = await decompress(written(packed, trial)).catch(() => undefined);
  return unpacked?.toString() === html.replaceAll(NONCE_PLACEHOLDER, trial) ? packed : undefined;
}

/** One brotli stream in which each part begins at a byte boundary. */
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
