import type { QueryClient } from '@tanstack/react-query';
import { recheckEntitlements } from './session.ts';

/** `meta` of every query whose result depends on what the member has paid for. */
export const ENTITLEMENTS = { entitlements: true } as const;

export function invalidateEntitlements(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ meta }) => meta?.entitlements === true });
}

/** Call it after a payment, an expiry or a refund: refetches everything that depends on entitlements. */
export async function refetchEntitlements(queries: QueryClient): Promise<void> {
  await Promise.all([recheckEntitlements(), invalidateEntitlements(queries)]);
}
