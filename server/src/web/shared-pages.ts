import type { PageVariant } from '@lakou/contract/web-app';
import { type Dependencies, FreshCache } from '@lakou/platform/caching';
import type { WebServices } from './mount-web.ts';
import { noteDependencies } from './note-dependencies.ts';
import type { SharedHtml, WebApp } from './web-app.ts';

/** What many readers' pages are made from. */
export interface SharedContent {
  html: SharedHtml;
  headers: [string, string][];
  /** Of all pages that are made from it. */
  dependencies: Dependencies | undefined;
  readAfter: number;
}

/** They are few, wanted by everybody, and have a turn of their own. */
const SHARE = 'shared';

/** Pages that differ in a few parts only are rendered once. */
export class SharedPages {
  readonly #web: WebApp;
  readonly #services: WebServices;
  readonly #kept: FreshCache<SharedContent | undefined>;

  constructor(web: WebApp, services: WebServices) {
    this.#web = web;
    this.#services = services;
    const { changes } = services;
    this.#kept = new FreshCache({ name: 'shared_pages', changes, mostEntries: 64, mostBytes: 8 * 2 ** 20 });
  }

  /** Undefined where a page has to be rendered by itself: nothing is shared, or something failed. */
  async find({ address, sharedCookie: cookie }: PageVariant): Promise<SharedContent | undefined> {
    if (cookie === undefined || this.#web.isDevelopment) return undefined;
    const key = `${address}\n${cookie}`;
    const content = await this.#kept.get(key, async () => {
      const value = await this.#render({ address, cookie });
      const bytes = value ? sizeOf(value.html) : 0;
      return { value, bytes, dependencies: value?.dependencies, keep: value !== undefined };
    });
    // Of what changed while it was rendered, a page that is made from it would not know.
    return this.#kept.holds(key, content) ? content : undefined;
  }

  async #render(variant: PageVariant): Promise<SharedContent | undefined> {
    const { settings, changes } = this.#services;
    const readAfter = changes.now();
    const { fetchData, dependencies } = noteDependencies(this.#services.fetchData);
    let isWhole = true;
    const sources = {
      settings,
      async fetchData(request: Request) {
        const answer = await fetchData(request);
        isWhole &&= answer.status !== 503;
        return answer;
      },
      findPreviews: () => [],
      share: SHARE,
    };
    const { status, headers, shared } = await this.#web.render(variant, sources, 'share');
    return shared && isWhole && status === 200
      ? { html: shared, headers, dependencies: dependencies(), readAfter }
      : undefined;
  }
}

/** In memory a character takes two bytes, if any of them is not of Western Europe. */
function sizeOf({ pieces }: SharedHtml): number {
  return pieces.reduce<number>((sum, piece) => sum + 2 * String(piece).length, 0);
}
