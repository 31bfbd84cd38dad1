import type { AlertReason, BookingKind, OrderStatus } from '@lakou/contract/commerce/limits';
import type { Database } from '@lakou/contract/database-types';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';

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

export type PaymentRow = Database['public']['Functions']['admin_payments']['Returns'][number];

/** Keep equal to the limit of admin_payments in supabase/migrations. */
const PAGE_SIZE = 25;

/** Payments, newest first. A code is found by another function, which counts wrong ones. */
export const paymentList = ({ search, filter, code }: { search: string; filter: string; code: string }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'payments', search, filter, code],
    queryFn: async ({ client, pageParam: last }) => {
      const db = await databaseOf(client);
      if (code) return rowsOf(await db.rpc('find_payments_of_code', { code }));
      return rowsOf(
        await db.rpc('admin_payments', {
          ...(search && { search }),
          ...(filter && { filter }),
          ...(last && { before: last.created_at, before_id: last.id }),
        }),
      );
    },
    initialPageParam: undefined as PaymentRow | undefined,
    getNextPageParam: (page) => (code || page.length < PAGE_SIZE ? undefined : page.at(-1)),
    staleTime: 0,
    // A second try with a wrong code would count as a second guess.
    retry: code ? false : 1,
    refetchOnWindowFocus: !code,
  });

export interface LedgerEntry {
  id: number;
  kind: BookingKind;
  amount_minor: number;
  currency: string;
  provider_reference: string;
  occurred_at: string;
  period_end: string | null;
  problem: string | null;
  /** Of payments of which something is left. */
  return_as: 'refund' | 'credit' | null;
  left_minor: number | null;
  refund_requested_at: string | null;
  refund_failed: boolean;
}

export interface PaymentDetail extends Omit<PaymentRow, 'status'> {
  status: OrderStatus;
  exchange_rate: number | null;
  discount_minor: number | null;
  /** The name of the promotion behind the discount. */
  promotion: string | null;
  credit_minor: number;
  gift: { recipient_name: string; status: 'active' | 'redeemed' | 'revoked' } | null;
  entries: LedgerEntry[];
  alerts: { reason: AlertReason; created_at: string; settled_at: string | null; note: string | null }[];
}

export const paymentDetail = (order: string) =>
  queryOptions({
    queryKey: ['admin', 'payment', order],
    /** Null when there is no such order. */
    queryFn: async ({ client }) => {
      if (!isId(order)) return null;
      const answer = await (await databaseOf(client)).rpc('admin_payment', { order_id: order });
      return answer.status === 404 ? null : (rowOrNull(answer) as unknown as PaymentDetail);
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export interface DayDifference {
  why: 'missing_there' | 'missing_here' | 'amount_differs';
  kind: BookingKind;
  reference: string;
  order_id: string | null;
  ours: number | null;
  theirs: number | null;
}
type DayRow = Database['public']['Functions']['admin_payment_days']['Returns'][number];
export type PaymentDay = Omit<DayRow, 'differences'> & { differences: DayDifference[] };

/** Comparisons of the ledger with the providers, the newest day first, twenty days at a time. */
export const paymentDays = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'payment-days'],
    queryFn: async ({ client, pageParam: before }) =>
      rowsOf(
        await (await databaseOf(client)).rpc('admin_payment_days', before ? { before } : {}),
      ) as unknown as PaymentDay[],
    initialPageParam: '',
    getNextPageParam: (page) => page.at(-1)?.day,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
