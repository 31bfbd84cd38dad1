import type { PublicSettings } from '@lakou/contract/public-settings';
import type { PageVariant, Visit } from '@lakou/contract/web-app';
import { newNonce, placesOf } from '../nonce.ts';
import { packPage } from '../page-body.ts';
import type { RenderedHtml } from '../web-app.ts';
import { addPreviews } from './add-previews.ts';

export interface HtmlSources {
  settings: PublicSettings;
  fetchData: Visit['fetchData'];
  findPreviews(names: string[]): Promise<(string | undefined)[]>;
  /** The web app's request handler. */
  handle(request: Request, visit: Visit): Promise<Response>;
}

/** Replaced by each response's own nonce. It is random, so no page contains it by accident or by intent. */
const PLACEHOLDER = newNonce();

/** Renders the page for everybody with this variant, and compresses it. In a render thread, or for development. */
export async function renderHtml(
  { address, cookie }: PageVariant,
  { settings, fetchData, findPreviews, handle }: HtmlSources,
): Promise<RenderedHtml> {
  const failures: Error[] = [];
  let text = '';
  const visit: Visit = {
    nonce: PLACEHOLDER,
    settings,
    fetchData,
    deliver(html) {
      text = html;
    },
    report: (error) => void failures.push(error instanceof Error ? error : new Error(String(error))),
  };
  const answer = await handle(new Request(settings.url + address, { headers: { cookie } }), visit);
  text ||= await answer.text();
  const head = { status: answer.status, headers: [...answer.headers], failures };
  if (!text) return { ...head, page: undefined };
  const bytes = new TextEncoder().encode(await addPreviews(text, PLACEHOLDER, findPreviews));
  return { ...head, page: await packPage({ bytes, places: placesOf(PLACEHOLDER, bytes) }) };
}
