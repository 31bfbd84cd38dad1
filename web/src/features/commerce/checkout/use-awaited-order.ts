import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useLiveChanges } from '#lib/use-live-changes.ts';
import { awaitedOrder, SLOW_AFTER_READS } from './read-orders.ts';

/** The viewer's own order, refetched on realtime changes and by polling until it is no longer pending. */
export function useAwaitedOrder(id: string, viewer: string) {
  const queries = useQueryClient();
  const read = useQuery(awaitedOrder(id, viewer));
  const pending = read.data?.status === 'pending';
  const paid = read.data?.status === 'paid';
  const refetch = () => void read.refetch();
  useLiveChanges(pending ? [{ table: 'orders', filter: `user_id=eq.${viewer}` }] : null, {
    onChange: refetch,
    onConnect: refetch,
  });
  useEffect(() => {
    if (paid) void refetchEntitlements(queries);
  }, [paid, queries]);
  const reads = queries.getQueryState(awaitedOrder(id, viewer).queryKey)?.dataUpdateCount ?? 0;
  return { ...read, slow: reads >= SLOW_AFTER_READS };
}
