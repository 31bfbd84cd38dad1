import type { PublicSettings } from './public-settings.ts';

/** All that the rendering of a page depends on. */
export interface PageVariant {
  /** Path and query. */
  address: string;
  cookie: string;
}

/** What the server passes to the web app to render one page. */
export interface Visit {
  /** The page's Content-Security-Policy blocks scripts and styles without it. */
  nonce: string;
  settings: PublicSettings;
  /** Calls the Data API as a visitor, in the same process. */
  fetchData(request: Request): Promise<Response>;
  /** Takes the document. As the body of a response it would be encoded and decoded on its way. */
  deliver(html: string): void;
  /** Logs an error that happened while rendering. */
  report(error: unknown): void;
}
