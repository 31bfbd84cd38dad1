import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { copyWithNonce, type EncodedPage } from './encoded-page.ts';
import { packBrotli, paramsFor } from './pack-brotli.ts';
import { packGzip } from './pack-gzip.ts';

const compress = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** For a page that perhaps nobody asks for again: a third cheaper than the next. */
const FIRST_QUALITY = 4;
const QUALITY = 6;

export type Encoding = 'br' | 'gzip' | undefined;

/** A page as a render thread sends it. */
export interface PageBytes {
  html: EncodedPage;
  brotli: EncodedPage | undefined;
}

export async function packPage(html: EncodedPage): Promise<PageBytes> {
  return { html, brotli: await packBrotli(html, FIRST_QUALITY).catch(() => undefined) };
}

/** One at a time in this process: there is no hurry. */
let isImproving = false;

/** A page that is compressed once and sent to many, to each with another nonce. */
export class PageBody {
  readonly #html: EncodedPage;
  #brotli: EncodedPage | undefined;
  #gzip: EncodedPage | undefined;
  #packingGzip: Promise<void> | undefined;
  /** What the compressed page can still become. */
  #brotliState: 'first' | 'asked for again' | 'final' = 'first';

  constructor({ html, brotli }: PageBytes) {
    this.#html = html;
    this.#brotli = brotli;
  }

  /** What the page takes in memory, with both compressed forms. */
  get bytes(): number {
    const { length } = this.#html.bytes;
    return length + 2 * (this.#brotli?.bytes.length ?? length / 4);
  }

  text(nonce: string): string {
    return copyWithNonce(this.#html, nonce).toString();
  }

  /** Undefined if it has to be compressed first. */
  ready(encoding: Encoding): EncodedPage | undefined {
    const page = { br: this.#brotli, gzip: this.#gzip, none: this.#html }[encoding ?? 'none'];
    if (encoding === 'br' && this.#brotliState !== 'final') void this.#improveBrotli();
    return page;
  }

  async encoded(encoding: Encoding, nonce: string): Promise<Buffer<ArrayBuffer>> {
    if (encoding === 'gzip') {
      this.#packingGzip ??= this.#packGzip();
      await this.#packingGzip;
    }
    const page = this.ready(encoding);
    return page ? copyWithNonce(page, nonce) : this.#compressOnce(encoding, nonce);
  }

  /** Only few readers take gzip and not brotli, so it is made for the first of them. */
  async #packGzip(): Promise<void> {
    this.#gzip = await packGzip(this.#html).catch(() => undefined);
  }

  /** From the second request on. zlib works in threads of its own. */
  async #improveBrotli(): Promise<void> {
    if (this.#brotliState === 'first') {
      this.#brotliState = 'asked for again';
    } else if (!isImproving) {
      isImproving = true;
      this.#brotliState = 'final';
      const packed = await packBrotli(this.#html, QUALITY).catch(() => undefined);
      this.#brotli = packed ?? this.#brotli;
      isImproving = false;
    }
  }

  /** A page in which the nonce cannot be replaced is compressed for each response. */
  async #compressOnce(encoding: Encoding, nonce: string): Promise<Buffer<ArrayBuffer>> {
    const html = copyWithNonce(this.#html, nonce);
    const packed =
      encoding === 'gzip' ? gzipped(html) : compress(html, { params: paramsFor(FIRST_QUALITY, html.length) });
    return (await packed) as Buffer<ArrayBuffer>;
  }
}
