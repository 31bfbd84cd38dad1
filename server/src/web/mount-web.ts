import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { Visit } from '@lakou/contract/web-app';
import { type Context, Hono } from 'hono';
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { loggedPath } from '../http/path-of.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import { log } from '../log.ts';
import type { Environment } from '../mount-api.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { mountMachinePages } from './mount-machine-pages.ts';
import { NONCE_PLACE, newNonce, PageBody } from './page-body.ts';
import { Previews } from './previews.ts';
import { RememberedPages } from './remember-pages.ts';

export interface WebApp {
  folder: string;
  handle: RequestHandler;
  contextFor(visit: Visit): RouterContextProvider;
}

/** The web app as it was built, or nothing where it was not: then the house answers its services alone. */
export async function loadWebApp(folder: string): Promise<WebApp | undefined> {
  const entry = join(folder, 'server/index.js');
  if (!existsSync(entry)) return undefined;
  // React renders several times faster without its development checks.
  process.env.NODE_ENV ??= 'production';
  const { createRequestHandler } = await import('react-router');
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild;
  const { contextFor } = build.entry.module as unknown as Pick<WebApp, 'contextFor'>;
  return { folder, handle: createRequestHandler(build, 'production'), contextFor };
}

/** Pages and their files: everything that no service answers. */
export function mountWeb(
  { folder, handle, contextFor }: WebApp,
  house: {
    settings: PublicSettings;
    fetchData(request: Request, context: Context<Environment>): Promise<Response>;
    /** The storage service, asked from inside. */
    fetchStorage(path: string): Response | Promise<Response>;
  },
): Hono<Environment> {
  const app = new Hono<Environment>();
  app.route('/', mountMachinePages(folder, house));
  // Hono wants a folder as seen from where the process was started.
  const root = relative(process.cwd(), join(folder, 'client'));
  app.use(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=31536000, immutable') }),
  );
  app.on(
    'GET',
    ['/:file{[\\w-]+\\.(?:svg|png|ico|txt|js|webmanifest)}'],
    serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=3600') }),
  );
  const pages = new RememberedPages();
  const previews = new Previews(house.fetchStorage);
  app.on(['GET', 'HEAD'], '*', async (context) => {
    let away = false;
    const visit: Visit = {
      nonce: NONCE_PLACE,
      settings: house.settings,
      async fetchData(request) {
        const answer = await house.fetchData(request, context);
        away ||= answer.status === 503;
        return answer;
      },
      report: (error) => {
        const request_id = context.req.header(REQUEST_ID);
        log.error({ request_id, path: loggedPath(context.req.path), err: error }, 'a page failed');
      },
    };
    const { status, headers, body } = await pages.get(context.req.raw, async () => {
      const answer = await handle(context.req.raw, contextFor(visit));
      // Whoever reads the page sees that something is missing; whoever keeps it must know that too.
      if (away) answer.headers.set('retry-after', '5');
      const html = previews.addTo(await answer.text(), NONCE_PLACE);
      return {
        status: away && answer.ok ? 503 : answer.status,
        headers: [...answer.headers],
        body: html ? new PageBody(html) : null,
      };
    });
    const nonce = newNonce();
    const sent = new Headers(headers);
    sent.set('content-security-policy', contentSecurityPolicy(nonce));
    if (!sent.has('cache-control')) sent.set('cache-control', 'private, no-cache');
    if (!body) return new Response(null, { status, headers: sent });
    const { bytes, encoding } = await body.encoded(nonce, context.req.header('accept-encoding') ?? '');
    if (encoding) sent.set('content-encoding', encoding);
    sent.append('vary', 'accept-encoding');
    sent.set('content-length', String(bytes.byteLength));
    return new Response(bytes, { status, headers: sent });
  });
  return app;
}

function cacheFor(header: string) {
  return (_path: string, context: Context): void => {
    context.header('cache-control', header);
  };
}
