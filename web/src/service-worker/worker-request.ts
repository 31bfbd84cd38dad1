/** A message from a page to the worker. */
export interface WorkerRequest {
  /** Absolute addresses of pages and files to cache; what must not be cached is skipped. */
  cacheUrls?: readonly string[];
  /** Whether this version has a built file; answered through the port that comes with it. */
  hasFile?: string;
  /** Takes over from the previous version, unless a film plays. */
  activate?: boolean;
  /** After a sign-in or sign-out: the last reader's pages must not be shown. */
  clearPages?: boolean;
  /** Something is downloaded: the pages that play it have to open without a network. */
  prepareOffline?: {
    /** Of the page that asks; the documents are fetched again when theirs is another. */
    language: string;
    /** Fetches the documents also when they are there. */
    again: boolean;
  };
}
