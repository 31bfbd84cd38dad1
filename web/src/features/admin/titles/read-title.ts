import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import type { EditedTitle, Kind } from './title-form-values.ts';

/** A film or series for its form, published or not; null if it does not exist. */
export const titleForEditors = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['admin', 'title', kind, id],
    queryFn: async ({ client }): Promise<EditedTitle | null> => {
      if (!isId(id)) return null;
      const database = await databaseOf(client);
      return kind === 'movie'
        ? rowOrNull(await database.from('movies').select('*').eq('id', id).maybeSingle())
        : rowOrNull(await database.from('series').select('*').eq('id', id).maybeSingle());
    },
    staleTime: 0,
    // A refetch must not overwrite what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
