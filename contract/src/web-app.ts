import type { PublicSettings } from './public-settings.ts';

/** All that the rendering of a page depends on. */
export interface PageVariant {
  /** Path and query. */
  address: string;
  cookie: string;
  /** Where readers' pages differ in a few parts only: the cookie of the page that all of them are made from. */
  sharedCookie?: string;
  /** It shows what one reader has typed: neither the page nor the request is kept. */
  passing?: boolean;
}

/** A page without the parts that differ. */
export interface SharedPage {
  /** Texts, and the numbers of the parts that are missing. */
  pieces: (string | number)[];
  /** Names of the stylesheet in the texts. */
  names: readonly string[];
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
  /** Where it is there, it takes the shared page instead. It is not called when something failed. */
  share?(page: SharedPage): void;
  /** Logs an error that happened while rendering. */
  report(error: unknown): void;
}
