import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

const PAGE = 20;

/** What the viewer owes as an agent; null for everybody else. */
export const ownAgency = (viewer: string | undefined) =>
  queryOptions({
    queryKey: ['commerce', 'agency', viewer],
    queryFn: viewer
      ? async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('my_agency'))[0] ?? null
      : skipToken,
    staleTime: 0,
  });
export type Agency = Awaited<ReturnType<typeof readAgency>>[number];
const readAgency = async () => rowsOf(await (await supabase()).rpc('my_agency'));

/** The agent's batches, newest first. */
export const ownBatches = (viewer: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['commerce', 'voucher-batches', viewer],
    queryFn: async ({ client, pageParam }) =>
      rowsOf(
        await (await databaseOf(client)).rpc(
          'my_voucher_batches',
          pageParam === null ? {} : { before: pageParam },
        ),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });
export type Batch = Awaited<ReturnType<typeof readBatches>>[number];
const readBatches = async () => rowsOf(await (await supabase()).rpc('my_voucher_batches'));

/** The vouchers of a batch by number, without their codes. */
export const vouchersOf = (batch: number) =>
  queryOptions({
    queryKey: ['commerce', 'vouchers', batch],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('my_vouchers', { batch })),
    staleTime: 0,
  });

/** What the agent sold and paid, newest first. */
export const ownEntries = (viewer: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['commerce', 'agent-entries', viewer],
    queryFn: async ({ client, pageParam }) =>
      rowsOf(
        await (await databaseOf(client)).rpc(
          'my_agent_entries',
          pageParam === null ? {} : { before: pageParam },
        ),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: 0,
  });
