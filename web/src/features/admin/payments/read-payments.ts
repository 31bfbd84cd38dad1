import type { AlertReason } from '@lakou/contract/commerce/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** The last rates, the newest first, and who set them. */
export const exchangeRates = () =>
  queryOptions({
    queryKey: ['admin', 'exchange-rates'],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('admin_exchange_rates')),
    staleTime: 0,
  });

export interface PaymentAlert {
  id: number;
  order_id: string | null;
  provider: string;
  reference: string;
  reason: AlertReason;
  details: { paid_minor?: number; expected_minor?: number; currency?: string };
  created_at: string;
}

/** Payments that nobody has checked yet, the oldest first. */
export const paymentAlerts = () =>
  queryOptions({
    queryKey: ['admin', 'payment-alerts'],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const rows = rowsOf(
        await db
          .from('payment_alerts')
          .select('id, order_id, provider, reference, reason, details, created_at')
          .is('settled_at', null)
          .order('id')
          .limit(100),
      );
      return rows as unknown as PaymentAlert[];
    },
    staleTime: 0,
  });
