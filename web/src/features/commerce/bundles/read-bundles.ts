import type { Bundle } from '@lakou/contract/commerce/responses';
import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';

/** A bundle for everybody; null when there is none. */
export function bundleById(bundle: string) {
  return queryOptions({
    queryKey: ['commerce', 'bundle', bundle],
    queryFn: async ({ client }) => {
      if (!isId(bundle)) return null;
      const answer = await (await databaseOf(client)).rpc('read_bundle', { bundle }, { get: true });
      return rowOrNull(answer) as unknown as Bundle | null;
    },
  });
}

/** The bundles with this title that can be bought, at most three. */
export function titleBundles(title_id: string) {
  return queryOptions({
    queryKey: ['commerce', 'title-bundles', title_id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('title_bundles', { title_id }, { get: true })),
  });
}
