import type { KeptPage } from './encoded-page.ts';
import type { Encoding, PageBody } from './page-body.ts';

/** What was made of pages for the few readers who do not take brotli: the least recently used is forgotten first. */
export class RecentForms {
  readonly #mostBytes: number;
  readonly #forms = new Map<PageBody, Map<Encoding, KeptPage>>();
  #bytes = 0;
  #newest: PageBody | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  find(body: PageBody, encoding: Encoding): KeptPage | undefined {
    const forms = this.#forms.get(body);
    if (forms && body !== this.#newest) this.#setNewest(body, forms);
    return forms?.get(encoding);
  }

  keep(body: PageBody, encoding: Encoding, form: KeptPage): void {
    const forms = this.#forms.get(body) ?? new Map<Encoding, KeptPage>();
    const before = forms.get(encoding);
    this.#bytes += form.length - (before?.length ?? 0);
    this.#setNewest(body, forms.set(encoding, form));
    for (const [oldest, its] of this.#forms) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forms.delete(oldest);
      for (const forgotten of its.values()) this.#bytes -= forgotten.length;
    }
  }

  #setNewest(body: PageBody, forms: Map<Encoding, KeptPage>): void {
    this.#newest = body;
    this.#forms.delete(body);
    this.#forms.set(body, forms);
  }
}
