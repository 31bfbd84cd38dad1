import { preferredLanguage } from '@lakou/contract/languages';
import { loadMessages } from '@lakou/contract/translate';
import { FreshCache } from '@lakou/platform/caching';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import type { Environment } from '../http/environment.ts';
import { serviceBusy } from '../http/refusals.ts';
import { assetLinks } from './asset-links.ts';
import { manifest } from './manifest.ts';
import type { WebServices } from './mount-web.ts';
import { noteDependencies } from './note-dependencies.ts';
import { Overloaded } from './rendering/overloaded.ts';
import { robots } from './robots.ts';
import { ShareCards } from './share-card/share-cards.ts';
import { sitemap } from './sitemap.ts';
import type { WebApp } from './web-app.ts';

const AN_HOUR = { 'cache-control': 'public, max-age=3600' };
const A_DAY = { 'cache-control': 'public, max-age=86400' };

/** What search engines and devices read before, or instead of, the pages. */
export function mountSiteFiles(web: WebApp, services: WebServices): Hono<Environment> {
  const app = new Hono<Environment>();
  const { settings, changes } = services;
  const { url } = settings;
  const cards = new ShareCards(services);
  const sitemaps = new FreshCache<string | undefined>({
    name: 'sitemaps',
    changes,
    mostEntries: 100,
    mostBytes: 16 * 2 ** 20,
  });

  app.get('/robots.txt', (context) => context.text(robots(url), 200, AN_HOUR));

  app.get('/:file{sitemap[\\w-]*\\.xml}', compress(), async (context) => {
    const { path } = context.req;
    const found = await sitemaps.get(path, async () => {
      const { fetchData, dependencies } = noteDependencies(services.fetchData);
      const value = await sitemap(path, { url, fetchData });
      return { value, dependencies: dependencies(), bytes: value?.length ?? 0, keep: value !== undefined };
    });
    if (found === undefined) return context.notFound();
    return context.body(found, 200, { 'content-type': 'application/xml', ...AN_HOUR });
  });

  // The version in the query is for messengers; the picture is always the newest.
  app.get('/share/:file{[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\.jpg}', async (context) => {
    const id = context.req.param('file').replace(/\.jpg$/, '');
    const card = await cards.find(id).catch((error: unknown) => {
      if (error instanceof Overloaded) return error;
      throw error;
    });
    if (card instanceof Overloaded) return serviceBusy(card.retryAfter, context.env.incoming);
    if (!card) return context.notFound();
    return context.body(new Uint8Array(card), 200, { 'content-type': 'image/jpeg', ...A_DAY });
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

  app.get('/.well-known/assetlinks.json', (context) => {
    const { androidApp } = services;
    return androidApp ? context.json(assetLinks(androidApp), 200, AN_HOUR) : context.notFound();
  });

  // Browsers check for a new one at every visit, so the same one costs them no bytes. Without the file they remove theirs.
  app.get('/service-worker.js', compress(), etag(), async (context) => {
    const script = await web.readServiceWorker();
    if (!script) return context.notFound();
    return context.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
  });
  return app;
}
