import { Writable } from 'node:stream';
import messageFiles from 'virtual:message-files';
import type { Database } from '@lakou/contract/database-types';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import type { SharedPage, Visit } from '@lakou/contract/web-app';
import { PostgrestClient } from '@supabase/postgrest-js';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { earlyScript, filmScript } from '#app/early-script.ts';
import { type FrameMarkup, frameMarkup } from '#app/frame-markup.tsx';
import { fillInHome, NO_FRAME, shareHome } from '#app/shared-home.ts';
import { ageScript } from '#lib/age-script.ts';
import { readCookie } from '#lib/cookies.ts';
import { createQueryClient } from '#lib/database.ts';
import { deferApp } from '#lib/first-visit.ts';
import { FIRST_FONT_FACES, FONT_FACES } from '#lib/fonts.ts';
import { PageFrameContext } from '#lib/page-frame.ts';
import { languageOfRequest } from '#lib/page-language.ts';
import { messageScope } from '#lib/page-messages.ts';
import { queriesContext, settingsContext } from '#lib/preload.ts';
import { Providers } from '#lib/providers.tsx';
import { appModule, pageStart, scriptsOf } from '#lib/router/page-start.ts';
import { sentQueries } from '#lib/sent-queries.ts';
import { readHint } from '#lib/session-hint.ts';
import { layoutScript, televisionScript } from '#lib/television/layout.ts';
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

/** A moment that has no `data-date`: see lib/age-script.ts. */
const HAS_AGES = /<time dateTime="[^"]*T[^"]*">/;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, settings, report, deliver, share } = context.get(visitContext);
  const queries = context.get(queriesContext);
  const { pathname, hasCachedStyles, ...initial } = await readerOf(request, settings);
  const frame = import.meta.env.PROD ? frameMarkup(pathname, initial) : undefined;
  const start = pageStart(router);
  const hydrationData = JSON.stringify({ settings, queries: sentQueries(queries), start }).replaceAll(
    '<',
    '\\u003c',
  );
  const styles = hasCachedStyles ? `@import url("${stylesheet}");${FONT_FACES}` : STYLES_PLACEHOLDER;
  const files = {
    stylesheet: hasCachedStyles ? undefined : stylesheet,
    scripts: [...scriptsOf(router), ...(messageFiles[`${initial.language} ${messageScope(pathname)}`] ?? [])],
    // On a watch page the film comes first.
    fontFaces: pathname.startsWith('/watch/') || initial.savesData ? '' : FIRST_FONT_FACES,
    // Home's links work without the app.
    waitsForUse: initial.savesData && pathname === '/' && !initial.hint.signedIn,
    filmScript: filmScript(pathname),
    earlyScript: earlyScript(pathname, initial.hint.signedIn),
  };
  let hasFailed = Boolean(router.staticHandlerContext.errors);
  const parts = share ? NO_FRAME : frame;
  const rendered = await render(
    <PageFrameContext
      value={{ nonce, styles, hasCachedStyles, hydrationData, app: appModule(router), ...parts }}
    >
      <Providers initial={{ ...initial, queries }}>
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
  const layout = pathname === '/tv' ? televisionScript : layoutScript;
  const headScript = [layout, ...(HAS_AGES.test(rendered) ? [ageScript(initial.messages)] : [])].join(';');
  const html = import.meta.env.PROD ? deferApp(rendered, nonce, { ...files, headScript }) : rendered;
  const names = hasCachedStyles ? [] : stylePicker.namesIn(rendered);
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', initial.language);
  headers.append('vary', 'cookie, accept-language, save-data');
  if (!share) deliver(styled(html, names));
  else if (!hasFailed) share(shareHome({ html, names }, initial));
  return new Response(null, { status, headers });
}

/** For the server: the document of one reader, made from what all have in common. */
export async function fillIn(
  request: Request,
  shared: SharedPage,
  settings: PublicSettings,
): Promise<string> {
  const reader = await readerOf(request, settings);
  const frame = frameMarkup(reader.pathname, reader);
  const own = [...namesInFrame(frame), ...stylePicker.namesIn(` data-theme="${reader.theme}"`)];
  return styled(fillInHome(shared, reader, frame), [...shared.names, ...own]);
}

async function readerOf(request: Request, settings: PublicSettings) {
  const cookies = request.headers.get('cookie') ?? '';
  const language = languageOfRequest(request);
  const theme = readCookie('theme', cookies);
  return {
    settings,
    language,
    messages: await loadMessages(language),
    theme: isTheme(theme) ? theme : ('dark' as const),
    hint: readHint(cookies),
    savesData: readCookie('saver', cookies) === '1',
    pathname: new URL(request.url).pathname,
    hasCachedStyles: readCookie('styles', cookies) === stylesheet,
  };
}

/** With the styles that it uses, unless it links the stylesheet. */
function styled(html: string, names: readonly string[]): string {
  return html.replace(UNSTYLED, () => `>${stylePicker.pick(names)}<`);
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
      // Parts that are ready are never sent behind the others, with a script that moves them: many read without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
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
