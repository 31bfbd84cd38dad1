import type { PublicSettings } from '@lakou/contract/public-settings';
import type { Visit } from '@lakou/contract/web-app';
import { type Context, Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { loggedPath } from '../http/path-of.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import { log } from '../log.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { mountSiteFiles } from './mount-site-files.ts';
import { NONCE_PLACEHOLDER, newNonce, PageBody } from './page-body.ts';
import { PageCache, type RenderedPage } from './page-cache.ts';
import { Previews } from './previews.ts';
import type { WebApp } from './web-app.ts';

export interface WebServices {
  settings: PublicSettings;
  fetchData(request: Request, context: Context<Environment>): Promise<Response>;
  /** The storage service, called without a network. */
  fetchStorage(path: string): Response | Promise<Response>;
}

/** Pages and their files: everything that no service answers. */
export function mountWeb(web: WebApp, services: WebServices): Hono<Environment> {
  const { isDevelopment } = web;
  const app = new Hono<Environment>();
  app.route('/', mountSiteFiles(web, services));
  app.route('/', web.files);
  const cache = new PageCache();
  const previews = new Previews(services.fetchStorage);
  app.on(['GET', 'HEAD'], '*', async (context) => {
    const request = context.req.raw;
    const renderThis = () => renderPage(web, services, previews, context);
    const { status, headers, body } = await (isDevelopment ? renderThis() : cache.get(request, renderThis));
    const nonce = newNonce();
    const sent = new Headers(headers);
    sent.set('content-security-policy', contentSecurityPolicy(nonce, { isDevelopment }));
    if (!sent.has('cache-control')) sent.set('cache-control', 'private, no-cache');
    if (!body) return new Response(null, { status, headers: sent });
    const accepted = isDevelopment ? '' : (context.req.header('accept-encoding') ?? '');
    const { bytes, encoding } = await body.encoded(nonce, accepted);
    if (encoding) sent.set('content-encoding', encoding);
    sent.append('vary', 'accept-encoding');
    sent.set('content-length', String(bytes.byteLength));
    return new Response(bytes, { status, headers: sent });
  });
  return app;
}

async function renderPage(
  web: WebApp,
  { settings, fetchData }: WebServices,
  previews: Previews,
  context: Context<Environment>,
): Promise<RenderedPage> {
  let isDatabaseAway = false;
  const visit: Visit = {
    nonce: NONCE_PLACEHOLDER,
    settings,
    async fetchData(request) {
      const answer = await fetchData(request, context);
      isDatabaseAway ||= answer.status === 503;
      return answer;
    },
    report: (error) => {
      const request_id = context.req.header(REQUEST_ID);
      log.error({ request_id, path: loggedPath(context.req.path), err: error }, 'page failed');
    },
  };
  const answer = await web.render(context.req.raw, visit);
  // The page itself shows that something is missing; caches and crawlers only see the status.
  if (isDatabaseAway) answer.headers.set('retry-after', '5');
  const html = previews.addTo(await answer.text(), NONCE_PLACEHOLDER);
  return {
    status: isDatabaseAway && answer.ok ? 503 : answer.status,
    headers: [...answer.headers],
    body: html ? new PageBody(html) : null,
  };
}
