import type { PublicSettings } from '@lakou/contract/public-settings';
import type { PageVariant, SharedPage, Visit } from '@lakou/contract/web-app';
import { newNonce, placesOf } from '../nonce.ts';
import { type PageBytes, packPage } from '../page-body.ts';
import type { RenderedHtml, SharedHtml, Sharing } from '../web-app.ts';
import { addPreviews } from './add-previews.ts';

export interface HtmlSources {
  settings: PublicSettings;
  fetchData: Visit['fetchData'];
  findPreviews(names: string[]): Promise<(string | undefined)[]>;
  /** The web app's request handler. */
  handle(request: Request, visit: Visit): Promise<Response>;
  sharing?: Sharing;
  /** Makes a document from a shared page. */
  fillIn?(request: Request, shared: SharedPage, settings: PublicSettings): Promise<string>;
}

/** Replaced by each response's own nonce. It is random, so no page contains it by accident or by intent. */
const PLACEHOLDER = newNonce();

/** Renders the page for everybody with this variant, and compresses it. In a render thread, or for development. */
export async function renderHtml(
  { address, cookie }: PageVariant,
  sources: HtmlSources,
): Promise<RenderedHtml> {
  const { settings, fetchData, handle, sharing, fillIn } = sources;
  const request = new Request(settings.url + address, { headers: { cookie } });
  if (typeof sharing === 'object' && fillIn) {
    const text = await fillIn(request, sharing, settings);
    return { status: 200, headers: [], failures: [], page: await pack(text, sharing.nonce, sources) };
  }
  const failures: Error[] = [];
  let text = '';
  let shared: SharedHtml | undefined;
  const visit: Visit = {
    nonce: PLACEHOLDER,
    settings,
    fetchData,
    deliver(html) {
      text = html;
    },
    ...(sharing === 'share' && {
      share(page) {
        shared = { ...page, nonce: PLACEHOLDER };
      },
    }),
    report: (error) => void failures.push(error instanceof Error ? error : new Error(String(error))),
  };
  const answer = await handle(request, visit);
  text ||= await answer.text();
  const head = { status: answer.status, headers: [...answer.headers], failures, shared };
  return { ...head, page: text ? await pack(text, PLACEHOLDER, sources) : undefined };
}

async function pack(text: string, nonce: string, { findPreviews }: HtmlSources): Promise<PageBytes> {
  const bytes = new TextEncoder().encode(await addPreviews(text, nonce, findPreviews));
  return packPage({ bytes, places: placesOf(nonce, bytes) });
}
