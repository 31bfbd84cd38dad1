import type { PublicSettings } from './public-settings.ts';

/** What the server gives the web app for rendering one page. */
export interface Visit {
  /** Scripts and styles without it are refused by the page's Content-Security-Policy. */
  nonce: string;
  settings: PublicSettings;
  /** The Data API as a visitor, without a network between. */
  fetchData(request: Request): Promise<Response>;
  /** Told what went wrong while the page was made, for the log. */
  report(error: unknown): void;
}
