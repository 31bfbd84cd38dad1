import type { PlaybackQuality } from '@lakou/contract/admin/quality';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export const playbackQuality = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  queryOptions({
    queryKey: ['admin', 'quality', first_day, last_day],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client)).rpc('admin_quality', { first_day, last_day }),
      ) as unknown as PlaybackQuality,
    staleTime: 60_000,
  });
