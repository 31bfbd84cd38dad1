import type { Receipt } from '@lakou/contract/commerce/responses';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

async function readTitles(client: QueryClient, viewer: string) {
  const db = await databaseOf(client);
  return rowsOf(
    await db
      .from('user_purchases')
      .select(
        'id, title, media_type, movie_id, series_id, transaction_type, status, rental_expiry, rental_outage_minutes, rental_cut_minutes, created_at, movies(thumbnail_url), series(thumbnail_url)',
      )
      .eq('user_id', viewer)
      .order('created_at', { ascending: false })
      .limit(500),
  );
}
export type OwnTitle = Awaited<ReturnType<typeof readTitles>>[number];

/** Titles this member has bought or rented, newest first. */
export function ownTitles(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'own-titles', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer ? ({ client }) => readTitles(client, viewer) : skipToken,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

async function readPayments(client: QueryClient) {
  const db = await databaseOf(client);
  return rowsOf(await db.rpc('my_payments'));
}
export type Booking = Awaited<ReturnType<typeof readPayments>>[number];

/** Ledger bookings of this member's orders, newest first. */
export function ownPayments(viewer: string | undefined) {
  return queryOptions({
    queryKey: ['commerce', 'own-payments', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer ? ({ client }) => readPayments(client) : skipToken,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** What was booked under this number, for its buyer and for accountants; null when there is none for the reader. */
export function receiptOf(entry: string) {
  return queryOptions({
    queryKey: ['commerce', 'receipt', entry],
    queryFn: async ({ client }) => {
      if (!/^\d{1,15}$/.test(entry)) return null;
      const answer = await (await databaseOf(client)).rpc('read_receipt', { entry: Number(entry) });
      if (answer.error?.hint === 'receipt_missing') return null;
      return rowOrNull(answer) as unknown as Receipt;
    },
    staleTime: 0,
  });
}
