import type { PageVariant, Visit } from '@lakou/contract/web-app';
import { causeOf } from '@lakou/platform';
import { loggedPath } from '../http/path-of.ts';
import { log } from '../log.ts';
import type { WebServices } from './mount-web.ts';
import { NONCE_PLACEHOLDER, PageBody } from './page-body.ts';
import type { Previews } from './previews.ts';
import type { WebApp } from './web-app.ts';

/** Longer than any statement of a visitor can take. */
const RENDER_MS = 15_000;

export interface RenderedPage {
  status: number;
  headers: [string, string][];
  /** Nothing where the answer is only a status and headers. */
  body: PageBody | null;
  /** Why the status is 5xx. */
  failure: Error | undefined;
}

/** The page for everybody with this variant. It has a time limit of its own and no client: clients come and go. */
export async function renderPage(
  web: WebApp,
  { settings, fetchData }: WebServices,
  previews: Previews,
  { address, cookie }: PageVariant,
): Promise<RenderedPage> {
  const failures: Error[] = [];
  let isDatabaseAway = false;
  const visit: Visit = {
    nonce: NONCE_PLACEHOLDER,
    settings,
    async fetchData(request) {
      const answer = await fetchData(request);
      if (answer.status === 503) {
        isDatabaseAway = true;
        failures.push(causeOf(answer) ?? new Error('the Data API answered 503'));
      }
      return answer;
    },
    report: (error) => void failures.push(error instanceof Error ? error : new Error(String(error))),
  };
  const signal = AbortSignal.timeout(RENDER_MS);
  const request = new Request(settings.url + address, { headers: { cookie }, signal });
  const answer = await within(signal, web.render(request, visit));
  // The page itself shows that something is missing; caches and crawlers only see the status.
  if (isDatabaseAway) answer.headers.set('retry-after', '5');
  const html = previews.addTo(await answer.text(), NONCE_PLACEHOLDER);
  const status = isDatabaseAway && answer.ok ? 503 : answer.status;
  const [failure = new Error('the page was rendered without a cause')] = failures;
  if (status < 500)
    for (const err of failures) log.error({ path: loggedPath(address), err }, 'part of a page failed');
  return {
    status,
    headers: [...answer.headers],
    body: html ? new PageBody(html) : null,
    failure: status < 500 ? undefined : failure,
  };
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Error(`the page was not rendered within ${RENDER_MS} ms`)),
    );
    work.then(resolve, reject);
  });
}
