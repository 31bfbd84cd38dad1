import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

/** What a member holds of a title: it is theirs, or rented until then; null for nothing. */
export type OwnRight = { until: string | null } | null;

export function ownRight(media_type: 'movie' | 'series', media_id: string, viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'own-right', media_type, media_id, viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer
      ? async ({ client }): Promise<OwnRight> => {
          const db = await databaseOf(client);
          const held = rowsOf(
            await db
              .from('user_purchases')
              .select('transaction_type, rental_expiry')
              .eq('user_id', viewer)
              .eq(media_type === 'series' ? 'series_id' : 'movie_id', media_id)
              .eq('status', 'completed')
              .order('rental_expiry', { ascending: false, nullsFirst: true }),
          );
          const [best] = held;
          if (!best) return null;
          if (best.transaction_type === 'purchase') return { until: null };
          return Date.parse(best.rental_expiry ?? '') > Date.now() ? { until: best.rental_expiry } : null;
        }
      : skipToken,
  });
}
