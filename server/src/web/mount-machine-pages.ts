import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preferredLanguage } from '@lakou/contract/languages';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Environment } from '../mount-api.ts';
import { manifest } from './manifest.ts';
import { robots } from './robots.ts';
import { sitemap } from './sitemap.ts';

const AN_HOUR = { 'cache-control': 'public, max-age=3600' };

/** What search engines and devices read before, or instead of, the pages. */
export function mountMachinePages(
  folder: string,
  house: {
    settings: PublicSettings;
    fetchData(request: Request, context: Context<Environment>): Promise<Response>;
  },
): Hono<Environment> {
  const app = new Hono<Environment>();
  const { url } = house.settings;

  app.get('/robots.txt', (context) => context.text(robots(url), 200, AN_HOUR));

  app.get('/:file{sitemap[\\w-]*\\.xml}', compress(), async (context) => {
    const fetchData = (request: Request) => house.fetchData(request, context);
    const found = await sitemap(context.req.path, { url, fetchData });
    if (found === undefined) return context.notFound();
    return context.body(found, 200, { 'content-type': 'application/xml', ...AN_HOUR });
  });

  app.get('/manifest.webmanifest', async (context) => {
    const language = preferredLanguage(context.req.header('accept-language'));
    const text = JSON.stringify(manifest(language, await loadMessages(language)));
    return context.body(text, 200, {
      'content-type': 'application/manifest+json',
      vary: 'accept-language',
      ...AN_HOUR,
    });
  });

  // Asked for anew at every visit, so that nobody stays with an old one. Without the file, browsers let go of theirs.
  app.get('/service-worker.js', async (context) => {
    const script = await readFile(join(folder, 'client/service-worker.js'), 'utf8').catch(() => '');
    if (script === '') return context.notFound();
    return context.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
  });
  return app;
}
