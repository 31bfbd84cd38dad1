import type { QueryClient } from '@tanstack/react-query';
import { recheckEntitlements } from './session.ts';

/** `meta` of every read whose answer depends on what somebody has paid for. */
export const ENTITLEMENTS = { rights: true } as const;

export function invalidateEntitlements(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ meta }) => meta?.rights === true });
}

/** Something was paid, has run out, or was given back: whatever depends on it is asked anew. */
export async function refetchEntitlements(queries: QueryClient): Promise<void> {
  await Promise.all([recheckEntitlements(), invalidateEntitlements(queries)]);
}
