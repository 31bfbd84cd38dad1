import type { IncomingMessage } from 'node:http';
import type { PageVariant } from '@lakou/contract/web-app';
import { addressKey } from '@lakou/platform';
import { FreshCache } from '@lakou/platform/caching';
import type { Context } from 'hono';
import type { Send } from '../http/answer-at-once.ts';
import type { Environment } from '../http/environment.ts';
import { serviceBusy } from '../http/refusals.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { sendPage } from './encoded-page.ts';
import { KnownRequests } from './known-requests.ts';
import type { WebServices } from './mount-web.ts';
import { newNonce } from './nonce.ts';
import type { Encoding } from './page-body.ts';
import { Previews } from './previews.ts';
import { type RenderedPage, renderPage } from './render-page.ts';
import { Overloaded } from './rendering/overloaded.ts';
import { SharedPages } from './shared-pages.ts';
import type { WebApp } from './web-app.ts';

/** Rendered pages, kept until something on them changes, and sent to each reader with a nonce of its own. */
export class Pages {
  readonly #web: WebApp;
  readonly #services: WebServices;
  readonly #previews: Previews;
  readonly #shared: SharedPages;
  readonly #known = new KnownRequests();
  readonly #policy: (nonce: string) => string;
  readonly #kept: FreshCache<RenderedPage>;

  constructor(web: WebApp, services: WebServices) {
    const { changes } = services;
    this.#web = web;
    this.#services = services;
    this.#previews = new Previews(services.findPreview);
    this.#shared = new SharedPages(web, services);
    this.#policy = contentSecurityPolicy(web);
    this.#kept = new FreshCache({ name: 'pages', changes, mostEntries: 4000, mostBytes: 16 * 2 ** 20 });
  }

  /** Sends the page of a request that was made before, if the page is kept, or once it is known to be fresh. */
  find(incoming: IncomingMessage): Send | Promise<Send | undefined> | undefined {
    const key = this.#known.find(incoming);
    if (key === undefined) return undefined;
    const page = this.#kept.find(key) ?? this.#kept.findLater(key);
    if (!(page instanceof Promise)) return page && this.#sender(page, incoming);
    return page.then((later) => later && this.#sender(later, incoming));
  }

  #sender(page: RenderedPage, { headers: asked }: IncomingMessage): Send | undefined {
    const encoding = acceptedEncoding(asked['accept-encoding']);
    const body = page.body?.ready(encoding);
    if (page.body && !body) return undefined;
    return (outgoing, headers) => {
      const nonce = newNonce();
      outgoing.writeHead(
        page.status,
        this.#headers(headers, page, { nonce, encoding, length: body?.length }),
      );
      if (body) sendPage(outgoing, body, nonce);
      else outgoing.end();
    };
  }

  async answer(context: Context<Environment>): Promise<Response> {
    return this.answerWith(context, await this.#web.variantOf(context.req.raw));
  }

  /** Sends the page of this variant in answer to a request. */
  async answerWith(context: Context<Environment>, variant: PageVariant): Promise<Response> {
    const page = await this.#pageOf(variant, addressKey(context.env.address)).catch(asOverloaded);
    if (page instanceof Overloaded) {
      context.error = page;
      return serviceBusy(page.retryAfter, context.env.incoming);
    }
    if (!this.#web.isDevelopment && !variant.passing)
      this.#known.remember(context.env.incoming, keyOf(variant));
    if (page.failure) context.error = page.failure;
    const nonce = newNonce();
    const accepted = this.#web.isDevelopment ? undefined : context.req.header('accept-encoding');
    const encoding = acceptedEncoding(accepted);
    const bytes = await page.body?.encoded(encoding, nonce);
    const headers = new Headers();
    const list = this.#headers([], page, { nonce, encoding, length: bytes?.length });
    for (let at = 0; at < list.length; at += 2) headers.append(list[at] ?? '', list[at + 1] ?? '');
    return new Response(bytes ?? null, { status: page.status, headers });
  }

  async #pageOf(variant: PageVariant, share: string): Promise<RenderedPage> {
    const made = { previews: this.#previews, shared: this.#shared };
    const render = () => renderPage(this.#web, this.#services, made, variant, share);
    if (this.#web.isDevelopment || variant.passing) return (await render()).value;
    this.#web.join(variant, share);
    return this.#kept.get(keyOf(variant), render);
  }

  /** As names and values in turn: `others`, the page's, and the response's own. */
  #headers(
    others: readonly string[],
    { headers }: RenderedPage,
    { nonce, encoding, length }: { nonce: string; encoding: Encoding; length: number | undefined },
  ): string[] {
    const policy = this.#policy(nonce);
    // What the page shows is as it was when it is sent, however long it has been kept.
    const list = [...others, ...headers, 'content-security-policy', policy, 'last-modified', httpDate()];
    if (length === undefined) return list;
    if (encoding) list.push('content-encoding', encoding);
    list.push('content-length', String(length));
    return list;
  }
}

let date = '';
let dateUntil = 0;
function httpDate(): string {
  const now = Date.now();
  if (now >= dateUntil) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

function asOverloaded(error: unknown): Overloaded {
  if (error instanceof Overloaded) return error;
  throw error;
}

function keyOf({ address, cookie }: PageVariant): string {
  return `${address}\n${cookie}`;
}
