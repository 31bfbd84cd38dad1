import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import { type BuiltRoute, routePatterns } from './canonical-path.ts';
import { RenderPool } from './rendering/render-pool.ts';
import { type VariantsEntry, variantsOf, type WebApp } from './web-app.ts';

/** Undefined where the web app was not built: then the server answers with its services alone. Only render threads load its pages. */
export async function loadBuiltWebApp(folder: string, threads: number): Promise<WebApp | undefined> {
  const entry = join(folder, 'server/variants.js');
  if (!existsSync(entry)) return undefined;
  // Without its development checks React takes less memory.
  process.env.NODE_ENV ??= 'production';
  const variants = (await import(pathToFileURL(entry).href)) as VariantsEntry;
  const routes = JSON.parse(await readFile(join(folder, 'server/routes.json'), 'utf8')) as BuiltRoute[];
  const pool = new RenderPool({ folder }, threads);
  const variantOf = variantsOf(variants, routes);
  return {
    isDevelopment: false,
    files: serveBuiltFiles(join(folder, 'client')),
    readServiceWorker: () =>
      readFile(join(folder, 'client/service-worker.js'), 'utf8').catch(() => undefined),
    variantOf: async (request) => variantOf(request),
    patternOf: routePatterns(routes),
    render: (variant, sources, sharing) => pool.render(variant, sources, sharing),
    join: (variant, share) => pool.join(variant, share),
    stats: () => pool.stats(),
    attach() {},
    async disconnect() {},
    close: () => pool.close(),
  };
}

function serveBuiltFiles(folder: string): Hono<Environment> {
  const app = new Hono<Environment>();
  // Hono expects a folder relative to the working directory.
  const root = relative(process.cwd(), folder);
  app.use(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=31536000, immutable') }),
    // These requests are not limited, so what is not there must not be rendered as a page.
    async (context) => context.notFound(),
  );
  app.on(
    'GET',
    ['/:file{[\\w-]+\\.(?:svg|png|ico|txt|js|webmanifest)}'],
    serveStatic({ root, precompressed: true, onFound: cacheFor('public, max-age=3600') }),
  );
  return app;
}

function cacheFor(header: string) {
  return (_path: string, context: Context): void => {
    context.header('cache-control', header);
  };
}
