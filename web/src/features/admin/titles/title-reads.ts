import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';
import type { EditedTitle, Kind } from './title-form-values.ts';

/** A film or series with everything its form shows, published or not; null when there is none. */
export const titleForEditors = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['staff', 'title', kind, id],
    queryFn: async ({ client }): Promise<EditedTitle | null> => {
      if (!isId(id)) return null;
      const database = await databaseOf(client);
      return kind === 'movie'
        ? rowOrNull(await database.from('movies').select('*').eq('id', id).maybeSingle())
        : rowOrNull(await database.from('series').select('*').eq('id', id).maybeSingle());
    },
    staleTime: 0,
    // What is being typed must not be swept away by what comes back from the network.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
