import type { PageVariant } from '@lakou/contract/web-app';
import { pageVariant } from '#lib/page-variant.ts';
import stylesheet from '#styles/app.css?url';

/** For the server's main thread: what a request's page depends on. Apart from the pages, which take fifty megabytes. */
export function variantOf(request: Request): PageVariant {
  return pageVariant(request, stylesheet);
}
