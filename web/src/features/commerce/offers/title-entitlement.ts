import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

/** What a member has paid for: bought (`until` is null) or rented until then; null for nothing. */
export type TitleEntitlement = { until: string | null } | null;

export function titleEntitlement(
  media_type: 'movie' | 'series',
  media_id: string,
  viewer: string | undefined,
) {
  return queryOptions({
    queryKey: ['commerce', 'title-entitlement', media_type, media_id, viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer
      ? async ({ client }): Promise<TitleEntitlement> => {
          const db = await databaseOf(client);
          const purchases = rowsOf(
            await db
              .from('user_purchases')
              .select('transaction_type, rental_expiry')
              .eq('user_id', viewer)
              .eq(media_type === 'series' ? 'series_id' : 'movie_id', media_id)
              .eq('status', 'completed')
              .order('rental_expiry', { ascending: false, nullsFirst: true }),
          );
          const [best] = purchases;
          if (!best) return null;
          if (best.transaction_type === 'purchase') return { until: null };
          return Date.parse(best.rental_expiry ?? '') > Date.now() ? { until: best.rental_expiry } : null;
        }
      : skipToken,
  });
}
