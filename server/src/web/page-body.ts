import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { copyWithNonce, type EncodedPage, memoryOf } from './encoded-page.ts';
import { packBrotli, paramsFor, unpackBrotli } from './pack-brotli.ts';
import { packGzip } from './pack-gzip.ts';
import { RecentForms } from './recent-forms.ts';

const compress = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** For a page that perhaps nobody asks for again: half as expensive as the next, a twentieth larger. */
const FIRST_QUALITY = 3;
const QUALITY = 6;

export type Encoding = 'br' | 'gzip' | undefined;

/** A page as a render thread sends it: as brotli, or as it is where that cannot be made. */
export type PageBytes = { brotli: EncodedPage } | { html: EncodedPage };

export async function packPage(html: EncodedPage): Promise<PageBytes> {
  const brotli = await packBrotli(html, FIRST_QUALITY).catch(() => undefined);
  return brotli ? { brotli } : { html };
}

/** One at a time in this process: there is no hurry. */
let isImproving = false;

/** Few readers do not take brotli. What they take is made from it, and forgotten first. */
const recent = new RecentForms(16 * 2 ** 20);

/** A page that is compressed once and sent to many, to each with another nonce. */
export class PageBody {
  #brotli: EncodedPage | undefined;
  /** Kept where there is no brotli. */
  readonly #html: EncodedPage | undefined;
  readonly #making = new Map<Encoding, Promise<EncodedPage | undefined>>();
  /** What the compressed page can still become. */
  #brotliState: 'first' | 'asked for again' | 'final' = 'first';

  constructor(page: PageBytes) {
    if ('brotli' in page) this.#brotli = page.brotli;
    else this.#html = page.html;
  }

  /** What the page takes in memory. */
  get bytes(): number {
    const page = this.#brotli ?? this.#html;
    return page ? memoryOf(page) : 0;
  }

  /** Undefined if it has to be made first. */
  ready(encoding: Encoding): EncodedPage | undefined {
    if (encoding !== 'br') return (encoding ? undefined : this.#html) ?? recent.find(this, encoding);
    if (this.#brotliState !== 'final') void this.#improveBrotli();
    return this.#brotli;
  }

  async encoded(encoding: Encoding, nonce: string): Promise<Buffer<ArrayBuffer>> {
    const page = this.ready(encoding) ?? (encoding === 'br' ? undefined : await this.#make(encoding));
    return page ? copyWithNonce(page, nonce) : this.#compressOnce(encoding, nonce);
  }

  /** Once for all who wait for it. */
  #make(encoding: Encoding): Promise<EncodedPage | undefined> {
    const making =
      this.#making.get(encoding) ??
      this.#makeForm(encoding).finally(() => {
        this.#making.delete(encoding);
      });
    this.#making.set(encoding, making);
    return making;
  }

  async #makeForm(encoding: Encoding): Promise<EncodedPage | undefined> {
    const html = await this.#unpacked();
    const form = encoding === 'gzip' ? await packGzip(html).catch(() => undefined) : html;
    if (form && form !== this.#html) recent.keep(this, encoding, form);
    return form;
  }

  async #unpacked(): Promise<EncodedPage> {
    const html = this.#html ?? recent.find(this, undefined);
    if (html) return html;
    if (!this.#brotli) throw new Error('a page without content');
    return unpackBrotli(this.#brotli);
  }

  /** From the second request on. zlib works in threads of its own. */
  async #improveBrotli(): Promise<void> {
    if (this.#brotliState === 'first') {
      this.#brotliState = 'asked for again';
    } else if (!isImproving) {
      isImproving = true;
      this.#brotliState = 'final';
      const packed = await this.#unpacked()
        .then((html) => packBrotli(html, QUALITY))
        .catch(() => undefined);
      this.#brotli = packed ?? this.#brotli;
      isImproving = false;
    }
  }

  /** A page in which the nonce cannot be replaced is compressed for each response. */
  async #compressOnce(encoding: Encoding, nonce: string): Promise<Buffer<ArrayBuffer>> {
    const html = copyWithNonce(await this.#unpacked(), nonce);
    const packed =
      encoding === 'gzip' ? gzipped(html) : compress(html, { params: paramsFor(FIRST_QUALITY, html.length) });
    return (await packed) as Buffer<ArrayBuffer>;
  }
}
