import type { Database } from '@lakou/contract/database-types';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

const PAGE = 20;

/** Bundles, the newest first. */
export const bundles = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'bundles'],
    queryFn: async ({ client, pageParam: before }) =>
      rowsOf(await (await databaseOf(client)).rpc('admin_bundles', before ? { before } : {})),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.created_at),
    staleTime: 0,
  });
export type AdminBundle = Database['public']['Functions']['admin_bundles']['Returns'][number];
