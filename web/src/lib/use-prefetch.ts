import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether reading ahead is welcome: not where somebody pays by the byte or waits for each. */
export function canPrefetch(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection };
  return !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
}

/**
 * For a link: reads the next page's code and data when somebody is about to go there.
 * `<Link {...usePrefetch(filmById(id))} to=…>`
 */
// biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none matters here.
export function usePrefetch(...queries: FetchQueryOptions<any, any, any, any>[]) {
  const client = useQueryClient();
  if (!canPrefetch()) return {};
  const readAhead = (): void => {
    for (const query of queries) void client.prefetchQuery(query);
  };
  return {
    prefetch: 'intent',
    onPointerEnter: readAhead,
    onFocus: readAhead,
    onTouchStart: readAhead,
  } as const;
}
