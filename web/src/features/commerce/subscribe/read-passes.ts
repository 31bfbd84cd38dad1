import { PASSES, type Pass } from '@lakou/contract/commerce/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** What each pass costs, in cents, from the shortest to the longest. */
export const passPrices = () =>
  queryOptions({
    queryKey: ['commerce', 'passes'],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const rows = rowsOf(await db.from('passes').select('id, amount_minor'));
      return PASSES.flatMap((pass: Pass) => rows.filter(({ id }) => id === pass)) as {
        id: Pass;
        amount_minor: number;
      }[];
    },
    staleTime: 60_000,
  });
