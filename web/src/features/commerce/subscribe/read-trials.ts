import type { Plan } from '@lakou/contract/commerce/limits';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

/** How many free days each plan begins with for this person. */
export const trialDays = (viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'trials', viewer],
    meta: ENTITLEMENTS,
    queryFn: viewer
      ? async ({ client }) => {
          const rows = rowsOf(await (await databaseOf(client)).rpc('my_trials'));
          return Object.fromEntries(rows.map(({ plan, days }) => [plan, days])) as Partial<
            Record<Plan, number>
          >;
        }
      : skipToken,
    staleTime: 60_000,
  });
