import type { SavedList } from '@lakou/contract/admin/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** The filters that this person keeps for a list. */
export const savedFilters = (list: SavedList) =>
  queryOptions({
    queryKey: ['admin', 'saved-filters', list],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('saved_filters')
          .select('id, name, search, filter, sort')
          .eq('list', list)
          .order('name'),
      ),
  });
