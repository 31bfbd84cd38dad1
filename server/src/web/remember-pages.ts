import type { PageBody } from './page-body.ts';

/** A page may be this old when somebody gets it, and no older. */
const FRESH_MS = 1000;
const PAGES = 300;

export interface DrawnPage {
  status: number;
  headers: [string, string][];
  /** Nothing where the answer is only a status and headers. */
  body: PageBody | null;
}

/**
 * Pages as every visitor sees them, drawn at most once a second however many ask: the crowd that follows a shared link
 * costs one drawing. Whoever is signed in, or sends anything that could make the page theirs, gets one of their own.
 */
export class RememberedPages {
  readonly #pages = new Map<string, { drawn: Promise<DrawnPage>; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get(request: Request, draw: () => Promise<DrawnPage>): Promise<DrawnPage> {
    const key = keyOf(request);
    if (key === undefined) return draw();
    const known = this.#pages.get(key);
    if (known && known.until > this.#now()) return known.drawn;
    // From when it was asked for, not when it was ready: what it shows was read in between.
    const until = this.#now() + FRESH_MS;
    const drawn = draw();
    this.#pages.delete(key);
    this.#pages.set(key, { drawn, until });
    drawn.catch(() => this.#pages.delete(key));
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return drawn;
  }
}

/** What a visitor's page depends on; undefined where it is somebody's own. */
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
