import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Visit } from '@lakou/contract/web-app';
import { Hono } from 'hono';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { Environment } from '../http/environment.ts';
import { log } from '../log.ts';
import { UNMATCHED } from './canonical-path.ts';
import { renderHtml } from './rendering/render-html.ts';
import { entryOf, type VariantsEntry, type WebApp } from './web-app.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Removes the worker that `npm start` has left in the browser at the same address: it would serve old files. */
const REMOVE_SERVICE_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', () => registration.unregister());
`;

/**
 * The sources of the web app through Vite, inside this process. Vite starts when the HTTP server is open, because its
 * WebSocket shares that port; requests wait for it.
 */
export function createDevWebApp(options: { folder: string; url: string }): WebApp {
  const started = Promise.withResolvers<ViteDevServer>();
  let vite: ViteDevServer | undefined;
  const files = new Hono<Environment>();
  files.use(async (context, next) => {
    const { incoming, outgoing } = context.env;
    const isAnswered = await runMiddlewares(await started.promise, incoming, outgoing);
    // A clone is a full response. Of its own lightweight ones Hono ignores the header that says so.
    return isAnswered ? RESPONSE_ALREADY_SENT.clone() : next();
  });
  return {
    isDevelopment: true,
    files,
    readServiceWorker: async () => REMOVE_SERVICE_WORKER,
    variantOf: async (request) => {
      const { variantOf } = await load<VariantsEntry>(await started.promise, '/src/entry.variants.ts');
      return variantOf(request);
    },
    patternOf: () => UNMATCHED,
    render: (variant, { findPreviews, ...sources }) =>
      renderHtml(variant, {
        ...sources,
        findPreviews: async (names) => findPreviews(names),
        handle: async (request, visit) => render(await started.promise, request, visit),
      }),
    join() {},
    stats: () => ({ threads: 0, rendering: 0, waiting: 0, refused: 0 }),
    attach(server) {
      started.resolve(startVite(options, server));
      void started.promise.then((it) => (vite = it));
    },
    // Only the WebSockets: they would keep the HTTP server open. The rest ends with the process.
    disconnect: async () => vite?.ws.close(),
    async close() {},
  };
}

async function startVite(
  { folder, url }: { folder: string; url: string },
  server: Server,
): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server, path: '/@vite/ws' },
      allowedHosts: [new URL(url).hostname],
      // Not the whole repository: the data folder with the signing keys lies in it.
      fs: { allow: [folder, join(root, 'contract/src'), join(root, 'node_modules')] },
      watch: { ignored: ['**/build/**', '**/.react-router/**'] },
    },
  });
}

/** Whether one of Vite's middlewares has answered. */
function runMiddlewares(
  vite: ViteDevServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => resolve(true));
    vite.middlewares(incoming, outgoing, (error: unknown) => (error ? reject(error) : resolve(false)));
  });
}

async function render(vite: ViteDevServer, request: Request, visit: Visit): Promise<Response> {
  try {
    const { createRequestHandler } = await import('react-router');
    const build = await load<ServerBuild>(vite, 'virtual:react-router/server-build');
    // Vite's client gives the styles that it adds the nonce of this element.
    const nonce = `<meta property="csp-nonce" nonce="${visit.nonce}">`;
    const deliver = (html: string) => visit.deliver(html.replace('</head>', () => `${nonce}</head>`));
    return await createRequestHandler(build, 'development')(
      request,
      entryOf(build).contextFor({ ...visit, deliver }),
    );
  } catch (error) {
    const text = stripVTControlCharacters((error as Error).stack ?? String(error));
    log.error(`page not rendered: ${text}`);
    return failurePage(text, visit.nonce);
  }
}

async function load<T>(vite: ViteDevServer, module: string): Promise<T> {
  const { isRunnableDevEnvironment } = await import('vite');
  const { ssr } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that renders on the server');
  return ssr.runner.import<T>(module);
}

/** Vite's client on it reloads the page when the file is repaired. */
function failurePage(text: string, nonce: string): Response {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const html = `<!doctype html><title>Error</title><pre>${escaped}</pre><script type="module" nonce="${nonce}" src="/@vite/client"></script>`;
  return new Response(html, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
