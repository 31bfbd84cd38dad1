import type { Server } from 'node:http';
import type { PublicSettings } from '@lakou/contract/public-settings';
import type { PageVariant, SharedPage, Visit } from '@lakou/contract/web-app';
import type { Hono } from 'hono';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Environment } from '../http/environment.ts';
import { type BuiltRoute, canonicalPaths } from './canonical-path.ts';
import type { PageBytes } from './page-body.ts';

/** The web app as it was built, or as Vite serves it during development. */
export interface WebApp {
  isDevelopment: boolean;
  /** Serves scripts, styles, fonts and pictures; what it passes on is a page. */
  files: Hono<Environment>;
  /** The service worker's source, or undefined without one. */
  readServiceWorker(): Promise<string | undefined>;
  /** What the rendering of this request's page depends on. */
  variantOf(request: Request): Promise<PageVariant>;
  /** The pattern of the route of a path, such as `/titles/:id`. */
  patternOf(path: string): string;
  /** Throws Overloaded when it would have to wait for too long. */
  render(variant: PageVariant, sources: PageSources, sharing?: Sharing): Promise<RenderedHtml>;
  /** For somebody else who wants a page that may be waiting for its turn. */
  join(variant: PageVariant, share: string): void;
  /** For the metrics. */
  stats(): RenderStats;
  /** Called once, when the HTTP server is open. */
  attach(server: Server): void;
  /** Closes WebSockets. To be called before the HTTP server stops, which waits for its connections. */
  disconnect(): Promise<void>;
  /** To be called after the HTTP server has stopped. */
  close(): Promise<void>;
}

/** What a page is made from. */
export interface PageSources {
  settings: PublicSettings;
  fetchData: Visit['fetchData'];
  /** Tiny versions of these pictures, in the same order, where they are known. */
  findPreviews(names: readonly string[]): (string | undefined)[];
  /** Who waits for it, by address: they take turns. */
  share: string;
}

/** A shared page, and what stands in it for the nonce. */
export interface SharedHtml extends SharedPage {
  nonce: string;
}

/** `share`: the page is rendered for others to be made from. A shared page: this one is made from it. */
export type Sharing = 'share' | SharedHtml | undefined;

export interface RenderedHtml {
  status: number;
  headers: [string, string][];
  /** Nothing where the answer is only a status and headers. */
  page: PageBytes | undefined;
  shared?: SharedHtml | undefined;
  failures: Error[];
}

export interface RenderStats {
  threads: number;
  /** Pages that are being rendered. */
  rendering: number;
  /** Pages that wait for a thread. */
  waiting: number;
  /** Pages that were refused because they would have waited for too long. */
  refused: number;
}

/** What web/src/entry.server.tsx exports for us. */
interface WebEntry {
  contextFor(visit: Visit): RouterContextProvider;
  fillIn(request: Request, shared: SharedPage, settings: PublicSettings): Promise<string>;
}

/** What web/src/entry.variants.ts exports for us. */
export interface VariantsEntry {
  variantOf(request: Request): PageVariant;
}

export function entryOf(build: ServerBuild): WebEntry {
  return build.entry.module as unknown as WebEntry;
}

/** What a request's page depends on, with its path written in one way. */
export function variantsOf(
  { variantOf }: VariantsEntry,
  routes: readonly BuiltRoute[],
): (request: Request) => PageVariant {
  const canonical = canonicalPaths(routes);
  return (request) => {
    const variant = variantOf(request);
    const [path = '', query] = variant.address.split('?');
    return { ...variant, address: query ? `${canonical(path)}?${query}` : canonical(path) };
  };
}
