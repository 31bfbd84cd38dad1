import { type FetchQueryOptions, useQueryClient } from '@tanstack/react-query';
import { prefetchPage } from './router/built-router.tsx';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Not with data saving or on a slow connection. */
export function canPrefetch(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: Connection };
  return !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
}

/** A finger that scrolls touches a link first, and a remote control passes many: neither says where somebody goes. */
const canHover = (): boolean => globalThis.matchMedia?.('(hover: hover)').matches ?? false;

/**
 * Props for a link: prefetches the next page's code and data on hover or focus.
 * `<Link {...usePrefetch(filmById(id))} to=…>`
 */
// biome-ignore lint/suspicious/noExplicitAny: each query has its own types, and none matters here.
export function usePrefetch(...queries: FetchQueryOptions<any, any, any, any>[]) {
  const client = useQueryClient();
  if (!canPrefetch() || !canHover()) return {};
  const prefetch = ({ currentTarget }: { currentTarget: EventTarget }): void => {
    if (currentTarget instanceof HTMLAnchorElement) prefetchPage(currentTarget.pathname);
    for (const query of queries) void client.prefetchQuery(query);
  };
  return { onPointerEnter: prefetch, onFocus: prefetch };
}
