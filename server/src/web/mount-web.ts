import type { PublicSettings } from '@lakou/contract/public-settings';
import { Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { mountSiteFiles } from './mount-site-files.ts';
import { newNonce } from './page-body.ts';
import { Previews } from './previews.ts';
import { type RenderedPage, renderPage } from './render-page.ts';
import { SharedResults } from './shared-results.ts';
import type { WebApp } from './web-app.ts';

export interface WebServices {
  settings: PublicSettings;
  /** The Data API as a visitor, called without a network. */
  fetchData(request: Request): Promise<Response>;
  /** The storage service, called without a network. */
  fetchStorage(path: string): Response | Promise<Response>;
}

/** Pages and their files: everything that no service answers. */
export function mountWeb(web: WebApp, services: WebServices): Hono<Environment> {
  const { isDevelopment } = web;
  const app = new Hono<Environment>();
  app.route('/', mountSiteFiles(web, services));
  app.route('/', web.files);
  const pages = new SharedResults<RenderedPage>({
    measure: ({ body }) => body?.bytes ?? 0,
    isFailure: ({ status }) => status >= 500,
  });
  const previews = new Previews(services.fetchStorage);
  app.on(['GET', 'HEAD'], '*', async (context) => {
    const variant = await web.variantOf(context.req.raw);
    const render = () => renderPage(web, services, previews, variant);
    const page = await (isDevelopment
      ? render()
      : pages.get(`${variant.address}\n${variant.cookie}`, render));
    const { status, headers, body, failure } = page;
    if (failure) context.error = failure;
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
