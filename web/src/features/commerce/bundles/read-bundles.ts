import type { Bundle } from '@lakou/contract/commerce/responses';
import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

/** A published bundle at its price for this person; null when there is none. */
export const bundleById = (id: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'bundle', id, viewer],
    meta: ENTITLEMENTS,
    queryFn: async ({ client }) => {
      if (!isId(id)) return null;
      return rowOrNull(await (await databaseOf(client)).rpc('read_bundle', { bundle: id })) as Bundle | null;
    },
    staleTime: 60_000,
  });

/** Up to three bundles with this title, of which this person does not have everything. */
export const bundlesWith = (title: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'bundles-with', title, viewer],
    meta: ENTITLEMENTS,
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('title_bundles', { media_id: title })) as unknown as Bundle[],
    staleTime: 60_000,
  });

/** The titles of an order for a bundle. */
export const orderTitles = (order: string) =>
  queryOptions({
    queryKey: ['commerce', 'order-titles', order],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('read_order_titles', { order_id: order })),
    staleTime: Number.POSITIVE_INFINITY,
  });
