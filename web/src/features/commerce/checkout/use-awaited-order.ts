import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useOwnChanges } from '../use-own-changes.ts';
import { awaitedOrder, PATIENT_ANSWERS } from './read-orders.ts';

/** An own order, followed until it is decided: told by the line, and asked for where the line is silent. */
export function useAwaitedOrder(id: string, viewer: string) {
  const queries = useQueryClient();
  const read = useQuery(awaitedOrder(id, viewer));
  const pending = read.data?.status === 'pending';
  const paid = read.data?.status === 'paid';
  const readAgain = () => void read.refetch();
  useOwnChanges(pending ? viewer : undefined, ['orders'], { onChange: readAgain, onJoin: readAgain });
  useEffect(() => {
    if (paid) void refetchEntitlements(queries);
  }, [paid, queries]);
  const answers = queries.getQueryState(awaitedOrder(id, viewer).queryKey)?.dataUpdateCount ?? 0;
  return { ...read, slow: answers >= PATIENT_ANSWERS };
}
