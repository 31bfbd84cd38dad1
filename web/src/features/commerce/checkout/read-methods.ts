import { type PaymentMethod, takesGourdes } from '@lakou/contract/commerce/limits';
import type { PublicSettings } from '@lakou/contract/public-settings';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useSession } from '#lib/session.ts';
import { offerMethods, walletPrice } from './offer-methods.ts';

/** What one dollar costs in gourdes; null until an accountant has set it. */
const exchangeRate = () =>
  queryOptions({
    queryKey: ['commerce', 'exchange-rate'],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const row = rowOrNull(
        await db
          .from('exchange_rates')
          .select('rate')
          .order('id', { ascending: false })
          .limit(1)
          .maybeSingle(),
      );
      return row?.rate ?? null;
    },
    staleTime: 60_000,
  });

/** What the server reads for pages with prices in gourdes. */
export const rateQueries = ({ paymentMethods }: PublicSettings) =>
  paymentMethods.some(takesGourdes) ? [exchangeRate()] : [];

/** The method of the member's newest payment. */
const lastMethod = (viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'last-method', viewer],
    queryFn: viewer
      ? async ({ client }) => {
          const db = await databaseOf(client);
          const row = rowOrNull(
            await db
              .from('orders')
              .select('provider')
              .eq('user_id', viewer)
              .not('provider', 'is', null)
              .order('created_at', { ascending: false })
              .limit(1)
              .maybeSingle(),
          );
          return row?.provider ?? null;
        }
      : skipToken,
    staleTime: 0,
  });

/** The rate, or undefined while it is not known or not needed. */
export function useGourdes(): (cents: number) => number | undefined {
  const { paymentMethods } = useSettings();
  const { data: rate } = useQuery({ ...exchangeRate(), enabled: paymentMethods.some(takesGourdes) });
  return (cents) => walletPrice(cents, rate);
}

/** The member's credit, in cents. */
export const ownCredit = (viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'credit', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer
      ? async ({ client }) => rowOrNull(await (await databaseOf(client)).rpc('my_credit')) ?? 0
      : skipToken,
    staleTime: 0,
  });

/** How this member can pay something here. */
export function useMethods(cents: number, gourdes: number | undefined): PaymentMethod[] {
  const { paymentMethods } = useSettings();
  const { user } = useSession();
  const { data: last } = useQuery({ ...lastMethod(user?.id), enabled: paymentMethods.length > 1 });
  const { data: credit = 0 } = useQuery(ownCredit(user?.id));
  return offerMethods({ paymentMethods, cents, gourdes, last, credit });
}
