import type { Plan } from '@lakou/contract/commerce/limits';
import type { Database } from '@lakou/contract/database-types';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

const PAGE = 20;

/** Agents with what they owe. */
export const agents = () =>
  queryOptions({
    queryKey: ['admin', 'agents'],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('admin_agents')),
    staleTime: 0,
  });
export type Agent = Awaited<ReturnType<typeof readAgents>>[number];
const readAgents = async () => rowsOf(await (await supabase()).rpc('admin_agents'));

/** Batches of all agents, the newest first. */
export const voucherBatches = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'voucher-batches'],
    queryFn: async ({ client, pageParam }) =>
      rowsOf(
        await (await databaseOf(client)).rpc(
          'admin_voucher_batches',
          pageParam === null ? {} : { before: pageParam },
        ),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });
export type Batch = Awaited<ReturnType<typeof readBatches>>[number];
const readBatches = async () => rowsOf(await (await supabase()).rpc('admin_voucher_batches'));

/** As somebody types it, in hundredths; 0 where it is no number. */
export const toMinor = (text: string): number => Math.round(Number(text.trim().replace(',', '.')) * 100) || 0;

/** Promotions with their codes, the newest first. */
export const promotions = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'promotions'],
    queryFn: async ({ client, pageParam: before }) =>
      rowsOf(await (await databaseOf(client)).rpc('admin_promotions', before ? { before } : {})),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.created_at),
    staleTime: 0,
  });
export type Promotion = Database['public']['Functions']['admin_promotions']['Returns'][number];

/** Bundles with how often they were sold, the newest first. */
export const bundles = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'bundles'],
    queryFn: async ({ client, pageParam: before }) =>
      rowsOf(await (await databaseOf(client)).rpc('admin_bundles', before ? { before } : {})),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.created_at),
    staleTime: 0,
  });
export type Bundle = Database['public']['Functions']['admin_bundles']['Returns'][number];

/** The free days of each plan. */
export const plans = () =>
  queryOptions({
    queryKey: ['admin', 'plans'],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const rows = rowsOf(await db.from('plans').select('id, trial_days'));
      return Object.fromEntries(rows.map(({ id, trial_days }) => [id, trial_days])) as Record<Plan, number>;
    },
    staleTime: 0,
  });
