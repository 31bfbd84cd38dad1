import type { Server } from 'node:http';
import type { PageVariant, Visit } from '@lakou/contract/web-app';
import type { Hono } from 'hono';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { Environment } from '../http/environment.ts';

/** The web app as it was built, or as Vite serves it during development. */
export interface WebApp {
  isDevelopment: boolean;
  /** Serves scripts, styles, fonts and pictures; what it passes on is a page. */
  files: Hono<Environment>;
  /** The service worker's source, or undefined without one. */
  readServiceWorker(): Promise<string | undefined>;
  /** What the rendering of this request's page depends on. */
  variantOf(request: Request): Promise<PageVariant>;
  render(request: Request, visit: Visit): Promise<Response>;
  /** Called once, when the HTTP server is open. */
  attach(server: Server): void;
  close(): Promise<void>;
}

/** What web/src/entry.server.tsx exports for us. */
interface WebEntry {
  contextFor(visit: Visit): RouterContextProvider;
  variantOf(request: Request): PageVariant;
}

export function entryOf(build: ServerBuild): WebEntry {
  return build.entry.module as unknown as WebEntry;
}
