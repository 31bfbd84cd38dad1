import type { Plan } from '@lakou/contract/commerce/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { ENTITLEMENTS } from '#lib/entitlements.ts';

/** How many free days each plan begins with for this person; for visitors, those of a first subscription. */
export const trialDays = (viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'trials', viewer],
    meta: ENTITLEMENTS,
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const rows = viewer
        ? rowsOf(await db.rpc('my_trials'))
        : rowsOf(await db.from('plans').select('plan:id, days:trial_days').gt('trial_days', 0));
      return Object.fromEntries(rows.map(({ plan, days }) => [plan, days])) as Partial<Record<Plan, number>>;
    },
    staleTime: 60_000,
  });
