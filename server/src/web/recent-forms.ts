import { type EncodedPage, memoryOf } from './encoded-page.ts';
import type { Encoding, PageBody } from './page-body.ts';

/** What was made of pages for the few readers who do not take brotli: the least recently used is forgotten first. */
export class RecentForms {
  readonly #mostBytes: number;
  readonly #forms = new Map<PageBody, Map<Encoding, EncodedPage>>();
  #bytes = 0;
  #newest: PageBody | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  find(body: PageBody, encoding: Encoding): EncodedPage | undefined {
    const forms = this.#forms.get(body);
    if (forms && body !== this.#newest) this.#setNewest(body, forms);
    return forms?.get(encoding);
  }

  keep(body: PageBody, encoding: Encoding, form: EncodedPage): void {
    const forms = this.#forms.get(body) ?? new Map<Encoding, EncodedPage>();
    const before = forms.get(encoding);
    this.#bytes += memoryOf(form) - (before ? memoryOf(before) : 0);
    this.#setNewest(body, forms.set(encoding, form));
    for (const [oldest, its] of this.#forms) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forms.delete(oldest);
      for (const forgotten of its.values()) this.#bytes -= memoryOf(forgotten);
    }
  }

  #setNewest(body: PageBody, forms: Map<Encoding, EncodedPage>): void {
    this.#newest = body;
    this.#forms.delete(body);
    this.#forms.set(body, forms);
  }
}
