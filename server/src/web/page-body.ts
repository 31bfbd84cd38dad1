import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { copyWithNonce, type EncodedPage, type KeptPage, keepPage, wholePage } from './encoded-page.ts';
import { newNonce, placesOf } from './nonce.ts';
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
  #brotli: KeptPage | undefined;
  /** Kept where there is no brotli. */
  readonly #html: KeptPage | undefined;
  readonly #making = new Map<Encoding, Promise<KeptPage | undefined>>();
  /** What the compressed page can still become. */
  #brotliState: 'first' | 'asked for again' | 'final' = 'first';

  constructor(page: PageBytes) {
    if ('brotli' in page) this.#brotli = keepPage(page.brotli);
    else this.#html = keepPage(page.html);
  }

  /** What the page takes in memory. */
  get bytes(): number {
    return (this.#brotli ?? this.#html)?.length ?? 0;
  }

  /** Undefined if it has to be made first. */
  ready(encoding: Encoding): KeptPage | undefined {
    if (encoding !== 'br') return (encoding ? undefined : this.#html) ?? recent.find(this, encoding);
    if (this.#brotliState !== 'final') void this.#improveBrotli();
    return this.#brotli;
  }

  async encoded(encoding: Encoding, nonce: string): Promise<Buffer<ArrayBuffer>> {
    const page = this.ready(encoding) ?? (encoding === 'br' ? undefined : await this.#make(encoding));
    return page ? wholePage(page, nonce) : this.#compressOnce(encoding, nonce);
  }

  /** Once for all who wait for it. */
  #make(encoding: Encoding): Promise<KeptPage | undefined> {
    const making =
      this.#making.get(encoding) ??
      this.#makeForm(encoding).finally(() => {
        this.#making.delete(encoding);
      });
    this.#making.set(encoding, making);
    return making;
  }

  async #makeForm(encoding: Encoding): Promise<KeptPage | undefined> {
    const html = await this.#unpacked();
    const packed = encoding === 'gzip' ? await packGzip(html).catch(() => undefined) : html;
    const form = packed && keepPage(packed);
    if (form) recent.keep(this, encoding, form);
    return form;
  }

  async #unpacked(): Promise<EncodedPage> {
    const nonce = newNonce();
    const html = this.#html ?? recent.find(this, undefined);
    if (html) {
      const bytes = wholePage(html, nonce);
      return { bytes, places: placesOf(nonce, bytes) };
    }
    if (!this.#brotli) throw new Error('a page without content');
    return unpackBrotli(wholePage(this.#brotli, nonce), nonce);
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
      if (packed) this.#brotli = keepPage(packed);
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
