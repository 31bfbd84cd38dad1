import type { PublicSettings } from '@lakou/contract/public-settings';
import type { ChangeNotices } from '@lakou/platform/caching';
import { type Context, Hono } from 'hono';
import type { Environment } from '../http/environment.ts';
import type { AndroidApp } from './asset-links.ts';
import { mountContact } from './mount-contact.ts';
import { mountSiteFiles } from './mount-site-files.ts';
import { Pages } from './pages.ts';
import { mountPlainSignIn } from './plain-sign-in/mount-plain-sign-in.ts';
import type { FindPreview } from './previews.ts';
import type { WebApp } from './web-app.ts';

export interface WebServices {
  settings: PublicSettings;
  androidApp: AndroidApp | undefined;
  /** The Data API as a visitor, called without a network. */
  fetchData(request: Request): Promise<Response>;
  findPreview: FindPreview;
  /** The storage service, called without a network. */
  fetchStorage(path: string): Response | Promise<Response>;
  /** Sends a request to a service as the app does, for the visitor's address: with a body it is a POST. */
  callService(
    visitor: Context<Environment>,
    path: string,
    call: { body?: object; token?: string },
  ): Promise<Response>;
  signToken(claims: Record<string, unknown>, lifetime: string): Promise<string>;
  /** Known to this deployment alone, and in no database. */
  sealingSecret: string;
  /** What changed in the database: pages are kept until then. */
  changes: ChangeNotices;
}

/** Pages and their files: everything that no service answers. */
export function mountWeb(web: WebApp, services: WebServices): { app: Hono<Environment>; pages: Pages } {
  const app = new Hono<Environment>();
  app.route('/', mountSiteFiles(web, services));
  app.route('/', web.files);
  const pages = new Pages(web, services);
  app.route('/', mountContact(web, pages, services));
  app.route('/', mountPlainSignIn(web, pages, services));
  app.on(['GET', 'HEAD'], '*', (context) => pages.answer(context));
  return { app, pages };
}
