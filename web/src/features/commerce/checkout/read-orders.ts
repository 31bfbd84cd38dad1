import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { callFunction } from '../call-function.ts';

const COLUMNS =
  'id, status, transaction_type, media_type, movie_id, series_id, plan, title, thumbnail_url, amount_minor, currency, created_at';

/** Another's order looks like one that does not exist, to admins too. */
async function readOrder(client: QueryClient, id: string, viewer: string) {
  if (!isId(id)) return null;
  const db = await databaseOf(client);
  return rowOrNull(await db.from('orders').select(COLUMNS).eq('id', id).eq('user_id', viewer).maybeSingle());
}
export type Order = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** An own order, as it stands now. */
export function orderById(id: string, viewer: string) {
  return queryOptions({
    queryKey: ['commerce', 'order', id, viewer],
    queryFn: ({ client }) => readOrder(client, id, viewer),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** How long to wait before asking again, in milliseconds: less and less often. */
const WAITS = [1500, 2000, 3000, 5000, 8000, 15_000, 30_000];
/** After so many answers somebody has been waiting for longer than usual. */
export const PATIENT_ANSWERS = 6;

/**
 * An own order on whose payment somebody waits. Read again by itself while it is pending; from the second time on the
 * provider is asked too, so that a notice that got lost keeps nobody waiting.
 */
export function awaitedOrder(id: string, viewer: string) {
  const queryKey = ['commerce', 'awaited-order', id, viewer];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const order = await readOrder(client, id, viewer);
      const first = !client.getQueryState(queryKey)?.dataUpdateCount;
      if (order?.status !== 'pending' || first) return order;
      const asked = await callFunction<{ status: string }>('check-order', { orderId: id }).catch(() => null);
      return { ...order, status: asked?.status ?? order.status };
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' && (WAITS[state.dataUpdateCount - 1] ?? WAITS.at(-1)!),
  });
}

/** The newest own order for a title, for an address that names none. */
export function latestOrderFor(
  title: { id: string; mediaType: 'movie' | 'series'; type: 'purchase' | 'rental' },
  viewer: string,
) {
  return queryOptions({
    queryKey: ['commerce', 'latest-order', title, viewer],
    queryFn: async ({ client }) => {
      if (!isId(title.id)) return null;
      const db = await databaseOf(client);
      const row = rowOrNull(
        await db
          .from('orders')
          .select('id')
          .eq('user_id', viewer)
          .eq(title.mediaType === 'series' ? 'series_id' : 'movie_id', title.id)
          .eq('transaction_type', title.type)
          .order('created_at', { ascending: false })
          .limit(1)
          .maybeSingle(),
      );
      return row?.id ?? null;
    },
    staleTime: 0,
  });
}
