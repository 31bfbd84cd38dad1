import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Database } from '@lakou/contract/database-types';
import { loadMessages } from '@lakou/contract/translate';
import type { PageVariant, Visit } from '@lakou/contract/web-app';
import { PostgrestClient } from '@supabase/postgrest-js';
import { dehydrate } from '@tanstack/react-query';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createContext,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { readCookie } from '#lib/cookies.ts';
import { createQueryClient } from '#lib/database.ts';
import { deferApp, stylesFor } from '#lib/first-visit.ts';
import { PageFrameContext } from '#lib/page-frame.ts';
import { languageOfRequest } from '#lib/page-language.ts';
import { pageVariant } from '#lib/page-variant.ts';
import { queriesContext, settingsContext } from '#lib/preload.ts';
import { Providers } from '#lib/providers.tsx';
import { readHint } from '#lib/session.ts';
import { isTheme } from '#lib/theme.tsx';
import sheet from '#styles/app.css?inline';
import stylesheet from '#styles/app.css?url';

const visitContext = createContext<Visit>();

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
  const { nonce, settings, report } = context.get(visitContext);
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
  const hydrationData = JSON.stringify({ settings, state: dehydrate(queries) }).replaceAll('<', '\\u003c');
  const styles = stylesFor(sheet, stylesheet, readCookie('styles', cookies));
  const html = await render(
    <PageFrameContext value={{ nonce, styles, hydrationData }}>
      <Providers initial={initial}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </Providers>
    </PageFrameContext>,
    { nonce, report },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', language);
  headers.append('vary', 'cookie, accept-language');
  return new Response(import.meta.env.PROD ? deferApp(html, nonce) : html, { status, headers });
}

/** A page that is not found is no failure. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  if (!isRouteErrorResponse(error)) context.get(visitContext).report(error);
}

function render(page: React.ReactNode, { nonce, report }: Pick<Visit, 'nonce' | 'report'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: report,
    });
  });
}
