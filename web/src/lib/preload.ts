import type { PublicSettings } from '@lakou/contract/public-settings';
import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createContext, data, type RouterContextProvider } from 'react-router';

/** How this house is set up. */
export const settingsContext = createContext<PublicSettings>();

/** The query cache of the page that the server is drawing. */
export const queriesContext = createContext<QueryClient>();

/**
 * For a route's `loader`: reads on the server what the page shows first. A read that fails is left to the browser,
 * which shows its loading and error states; the page itself is still sent.
 */
export async function preload(
  context: Readonly<RouterContextProvider>,
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none matters here.
  ...queries: FetchQueryOptions<any, any, any, any>[]
): Promise<QueryClient> {
  const client = context.get(queriesContext);
  await Promise.all(queries.map((query) => client.prefetchQuery(query)));
  return client;
}

/** Answers with 404 while the page itself says what is missing. */
export function missing() {
  return data(null, { status: 404 });
}

/** For a route's `clientLoader`: the page reads in the browser by itself; nothing is asked of the server's loader. */
export function readInBrowser(): null {
  return null;
}
