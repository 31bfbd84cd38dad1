import { SIMILAR_SHOWN } from '@lakou/contract/catalogue/limits';
import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { readTitlesById } from '../../read-titles-by-id.ts';

/** Published films and series like a title, the most similar first. The database finds them in advance. */
export function similarTitles(title_id: string) {
  return queryOptions({
    queryKey: ['catalogue', 'similar', title_id],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const ids = rowsOf(await db.rpc('similar_titles', { title_id }, { get: true }));
      return (await readTitlesById(db, ids)).slice(0, SIMILAR_SHOWN);
    },
  });
}
