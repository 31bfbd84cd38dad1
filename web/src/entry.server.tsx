import { Writable } from 'node:stream';
import type { Database } from '@lakou/contract/database-types';
import { loadMessages } from '@lakou/contract/translate';
import type { PageVariant, Visit } from '@lakou/contract/web-app';
import { PostgrestClient } from '@supabase/postgrest-js';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { earlyScript } from '#app/early-script.ts';
import { type FrameMarkup, frameMarkup } from '#app/frame-markup.tsx';
import { sharedHome } from '#app/shared-home.ts';
import { readCookie } from '#lib/cookies.ts';
import { createQueryClient } from '#lib/database.ts';
import { deferApp } from '#lib/first-visit.ts';
import { FONTS } from '#lib/fonts.ts';
import { PageFrameContext, type StyledDocument } from '#lib/page-frame.ts';
import { languageOfRequest } from '#lib/page-language.ts';
import { pageVariant } from '#lib/page-variant.ts';
import { queriesContext, settingsContext } from '#lib/preload.ts';
import { Providers } from '#lib/providers.tsx';
import { sentQueries } from '#lib/sent-queries.ts';
import { readHint } from '#lib/session.ts';
import { isTheme } from '#lib/theme.tsx';
import { createStylePicker } from '#lib/used-styles.ts';
import styleIndex from '#styles/app.css?inline&index';
import stylesheet from '#styles/app.css?url';

const visitContext = createContext<Visit>();
const stylePicker = createStylePicker(styleIndex);
const namesOfFrames = new WeakMap<FrameMarkup, readonly string[]>();
/** Replaced by the styles that the page around it uses. */
const STYLES_PLACEHOLDER = '/*styles*/';
/** Texts of the page cannot contain it: React escapes their brackets. */
const UNSTYLED = `>${STYLES_PLACEHOLDER}<`;

/** For the server: the context of one page's loaders and components. */
export function contextFor(visit: Visit): RouterContextProvider {
  const context = new RouterContextProvider();
  const database = new PostgrestClient<Database>(`${visit.settings.url}/rest/v1`, {
    fetch: (input, init) => visit.fetchData(new Request(input, init)),
  });
  context.set(visitContext, visit);
  context.set(settingsContext, visit.settings);
  context.set(
    queriesContext,
    createQueryClient(async () => database),
  );
  return context;
}

/** For the server: what this request's page depends on. */
export function variantOf(request: Request): PageVariant {
  return pageVariant(request, stylesheet);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, settings, report, deliver } = context.get(visitContext);
  const queries = context.get(queriesContext);
  const cookies = request.headers.get('cookie') ?? '';
  const language = languageOfRequest(request);
  const theme = readCookie('theme', cookies);
  const initial = {
    settings,
    language,
    messages: await loadMessages(language),
    theme: isTheme(theme) ? theme : ('dark' as const),
    hint: readHint(cookies),
    queries,
  };
  const { pathname } = new URL(request.url);
  const frame = import.meta.env.PROD ? frameMarkup(pathname, initial) : undefined;
  const hydrationData = JSON.stringify({ settings, queries: sentQueries(queries) }).replaceAll(
    '<',
    '\\u003c',
  );
  const hasCachedStyles = readCookie('styles', cookies) === stylesheet;
  const styles = hasCachedStyles ? `@import url("${stylesheet}");` : STYLES_PLACEHOLDER;
  const files = {
    stylesheet: hasCachedStyles ? undefined : stylesheet,
    fonts: FONTS,
    earlyScript: initial.hint.signedIn ? earlyScript(pathname) : undefined,
  };
  let hasFailed = false;
  const page = async (shown: typeof initial, parts: Partial<FrameMarkup>): Promise<StyledDocument> => {
    const html = await render(
      <PageFrameContext value={{ nonce, styles, hasCachedStyles, hydrationData, ...parts }}>
        <Providers initial={shown}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </Providers>
      </PageFrameContext>,
      {
        nonce,
        report(error) {
          hasFailed = true;
          report(error);
        },
      },
    );
    return {
      html: import.meta.env.PROD ? deferApp(html, nonce, files) : html,
      names: hasCachedStyles ? [] : stylePicker.namesIn(html),
    };
  };
  const { loaderData, errors } = router.staticHandlerContext;
  const sources = JSON.stringify([request.url, nonce, styles, loaderData]) + hydrationData;
  const { html, names } =
    frame && pathname === '/' && !errors
      ? await sharedHome({
          initial,
          frame,
          frameNames: namesInFrame(frame),
          sources,
          render: page,
          hasFailed: () => hasFailed,
        })
      : await page(initial, frame ?? {});
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', language);
  headers.append('vary', 'cookie, accept-language');
  deliver(hasCachedStyles ? html : html.replace(UNSTYLED, () => `>${stylePicker.pick(names)}<`));
  return new Response(null, { status, headers });
}

function namesInFrame(frame: FrameMarkup): readonly string[] {
  const names = namesOfFrames.get(frame) ?? stylePicker.namesIn(frame.header + frame.footer);
  namesOfFrames.set(frame, names);
  return names;
}

/** A page that is not found is no failure. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!isRouteErrorResponse(error)) context.get(visitContext).report(error);
}

function render(page: React.ReactNode, { nonce, report }: Pick<Visit, 'nonce' | 'report'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(collectText(resolve)),
      onShellError: reject,
      onError: report,
    });
  });
}

function collectText(onEnd: (text: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    // A whole page, so that React never waits.
    highWaterMark: 1024 ** 2,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      onEnd(Buffer.concat(chunks).toString());
      done();
    },
  });
}
