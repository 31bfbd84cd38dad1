import type { Statistics } from '@lakou/contract/admin/statistics';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export interface Period {
  first_day: string;
  last_day: string;
}

export const statistics = ({ first_day, last_day }: Period) =>
  queryOptions({
    queryKey: ['admin', 'statistics', first_day, last_day],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client)).rpc('statistics', { first_day, last_day }),
      ) as unknown as Statistics,
    staleTime: 60_000,
  });
