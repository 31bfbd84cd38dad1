import type { PublicSettings } from '@lakou/contract/public-settings';
import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createContext, data, type RouterContextProvider } from 'react-router';

/** The public settings of this deployment. */
export const settingsContext = createContext<PublicSettings>();

// biome-ignore-start lint/suspicious/noExplicitAny: each query has its own types, and none matters here.
type OneQuery = FetchQueryOptions<any, any, any, any>;
type PagedQuery = FetchInfiniteQueryOptions<any, any, any, any, any>;
// biome-ignore-end lint/suspicious/noExplicitAny: as above.

/** The query cache of the page that the server is rendering. */
export const queriesContext = createContext<QueryClient>();

/**
 * For a route's `loader`: reads on the server what the page shows first. A failed read is left to the browser, with
 * its loading and error states; the page is sent anyway.
 */
export async function preload(
  context: Readonly<RouterContextProvider>,
  ...queries: (OneQuery | PagedQuery)[]
): Promise<QueryClient> {
  const client = context.get(queriesContext);
  await Promise.all(
    queries.map((query) =>
      isPaged(query) ? client.prefetchInfiniteQuery(query) : client.prefetchQuery(query),
    ),
  );
  return client;
}

function isPaged(query: OneQuery | PagedQuery): query is PagedQuery {
  return 'initialPageParam' in query;
}

/** Status 404; the page itself shows what is missing. */
export function missing() {
  return data(null, { status: 404 });
}

/** For a route's `clientLoader`: in the browser the page's queries read by themselves, without the server's loader. */
export function readInBrowser(): null {
  return null;
}
