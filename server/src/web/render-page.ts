import type { PageVariant } from '@lakou/contract/web-app';
import { causeOf } from '@lakou/platform';
import type { Made } from '@lakou/platform/caching';
import { loggedPath } from '../http/path-of.ts';
import { log } from '../log.ts';
import { UNMATCHED } from './canonical-path.ts';
import type { WebServices } from './mount-web.ts';
import { noteDependencies } from './note-dependencies.ts';
import { PageBody } from './page-body.ts';
import type { Previews } from './previews.ts';
import type { SharedPages } from './shared-pages.ts';
import type { WebApp } from './web-app.ts';

export interface RenderedPage {
  status: number;
  /** Names and values in turn: those that all responses with this page have. */
  headers: readonly string[];
  /** Nothing where the answer is only a status and headers. */
  body: PageBody | undefined;
  /** Why the status is 5xx. */
  failure: Error | undefined;
}

/** Memory for what is not the body. */
const HEAD_BYTES = 1024;

/** The page for everybody with this variant, and what it was made from. It has no client: clients come and go. */
export async function renderPage(
  web: WebApp,
  services: WebServices,
  { previews, shared }: { previews: Previews; shared: SharedPages },
  variant: PageVariant,
  share: string,
): Promise<Made<RenderedPage>> {
  const content = await shared.find(variant);
  const { fetchData, dependencies } = noteDependencies(services.fetchData);
  const away: Error[] = [];
  let hasAllPreviews = true;
  const sources = {
    settings: services.settings,
    async fetchData(request: Request) {
      const answer = await fetchData(request);
      if (answer.status === 503) away.push(causeOf(answer) ?? new Error('the Data API answered 503'));
      return answer;
    },
    findPreviews(names: readonly string[]) {
      const found = previews.find(names);
      hasAllPreviews &&= found.isComplete;
      return found.previews;
    },
    share,
  };
  const rendered = await web.render(variant, sources, content?.html);
  const headers = new Headers(content?.headers ?? rendered.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  if (rendered.page) headers.append('vary', 'accept-encoding');
  // The page itself shows that something is missing; caches and crawlers only see the status.
  if (away.length > 0) headers.set('retry-after', '5');
  const status = away.length > 0 && rendered.status < 300 ? 503 : rendered.status;
  const failures = [...away, ...rendered.failures];
  const [failure = new Error('the page was rendered without a cause')] = failures;
  if (status < 500)
    for (const err of failures)
      log.error({ path: loggedPath(variant.address), err }, 'part of a page failed');
  const readFrom = content ? content.dependencies : dependencies();
  const body = rendered.page && new PageBody(rendered.page);
  return {
    value: { status, headers: [...headers].flat(), body, failure: status < 500 ? undefined : failure },
    bytes: HEAD_BYTES + (body?.bytes ?? 0),
    // A preview that is missing is there a moment later; a part that failed too, perhaps.
    dependencies: hasAllPreviews && failures.length === 0 ? readFrom : undefined,
    readAfter: content?.readAfter,
    // A redirect costs little, and anybody can write any number of addresses that redirect.
    keep: status < 300 || variant.address.startsWith(UNMATCHED),
  };
}
