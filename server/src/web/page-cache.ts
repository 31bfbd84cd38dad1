import type { PageBody } from './page-body.ts';

/** The age at which a page is rendered again. */
const FRESH_MS = 1000;
const PAGES = 300;

export interface RenderedPage {
  status: number;
  headers: [string, string][];
  /** Nothing where the answer is only a status and headers. */
  body: PageBody | null;
}

/**
 * Pages as visitors see them, rendered at most once a second: everybody who follows a shared link at once costs one
 * rendering. Requests that carry a session, or anything else that could make the page personal, are not cached.
 */
export class PageCache {
  readonly #pages = new Map<string, { page: Promise<RenderedPage>; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(request: Request, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const key = keyOf(request);
    if (key === undefined) return render();
    const known = this.#pages.get(key);
    if (known && known.until > this.#now()) return known.page;
    // From the request on, not from the result: what it shows was read in between.
    const until = this.#now() + FRESH_MS;
    const page = render();
    this.#pages.delete(key);
    this.#pages.set(key, { page, until });
    page.catch(() => this.#pages.delete(key));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }
}

/** Everything a visitor's page depends on; undefined where it is personal. */
function keyOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '')
    .split(/;\s*/)
    .filter((one) => one.startsWith('lakou-'));
  if (request.headers.has('authorization') || cookies.some((one) => one.startsWith('lakou-hint=')))
    return undefined;
  const { host, pathname, search } = new URL(request.url);
  const language = request.headers.get('accept-language') ?? '';
  const key = [request.method, host, pathname, search, cookies.sort().join(';'), language].join('\n');
  return key.length > 1000 ? undefined : key;
}
