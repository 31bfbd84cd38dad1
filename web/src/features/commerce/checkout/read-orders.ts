import { type ItemReference, orderOfItem } from '@lakou/contract/commerce/payment-item';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { callFunction } from '#lib/call-function.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { ORDER_COLUMNS } from './order-request.ts';

/** Filters by owner, so that another member's order is not found even by admins, who can read all orders. */
async function readOrder(client: QueryClient, id: string, viewer: string) {
  if (!isId(id)) return null;
  const db = await databaseOf(client);
  return rowOrNull(
    await db.from('orders').select(ORDER_COLUMNS).eq('id', id).eq('user_id', viewer).maybeSingle(),
  );
}
export type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** The viewer's own order, never from the cache. */
export function orderById(id: string | null, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'order', id, viewer],
    queryFn: id !== null && viewer ? ({ client }) => readOrder(client, id, viewer) : skipToken,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Pauses between reads of a pending order; the last one repeats. */
const POLL_INTERVALS_MS = [1500, 2000, 3000, 5000, 8000, 15_000, 30_000];
/** After this many reads the page says that it takes longer than usual. */
export const SLOW_AFTER_READS = 6;

/**
 * The viewer's own order, polled while it is pending. From the second read on the payment provider is queried too, in
 * case its webhook got lost.
 */
export function awaitedOrder(id: string, viewer: string) {
  const queryKey = ['commerce', 'awaited-order', id, viewer];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const order = await readOrder(client, id, viewer);
      const first = !client.getQueryState(queryKey)?.dataUpdateCount;
      if (order?.status !== 'pending' || first) return order;
      const checked = await callFunction('check-order', { orderId: id }).catch(() => null);
      return { ...order, status: checked?.status ?? order.status };
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' &&
      (POLL_INTERVALS_MS[state.dataUpdateCount - 1] ?? POLL_INTERVALS_MS.at(-1)!),
  });
}

/** Id of the viewer's newest order for a title; null when there is none. */
export function latestOrderFor(item: ItemReference, viewer: string) {
  const { media_id, media_type, transaction_type } = orderOfItem(item);
  return queryOptions({
    queryKey: ['commerce', 'latest-order', item, viewer],
    queryFn: async ({ client }) => {
      if (!isId(media_id)) return null;
      const db = await databaseOf(client);
      const row = rowOrNull(
        await db
          .from('orders')
          .select('id')
          .eq('user_id', viewer)
          .eq(media_type === 'series' ? 'series_id' : 'movie_id', media_id)
          .eq('transaction_type', transaction_type)
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle(),
      );
      return row?.id ?? null;
    },
    staleTime: 0,
  });
}
