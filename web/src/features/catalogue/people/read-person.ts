import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { readTitlesById } from '../read-titles-by-id.ts';

/** Ids in one request: the platform keeps answers about at most so many rows. */
const IDS_AT_ONCE = 20;

/** A person's name as a title spells it, and their published titles; null when nobody has this name. */
export function personByName(given: string) {
  // The server's paths are in lower case.
  const name = given.toLowerCase();
  return queryOptions({
    queryKey: ['catalogue', 'person', name],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const credits = rowsOf(await db.rpc('person_titles', { person_name: name }, { get: true }));
      const [first] = credits;
      if (!first) return null;
      const ids = credits.map(({ id }) => id);
      const batches = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, at) =>
        readTitlesById(db, ids.slice(at * IDS_AT_ONCE, (at + 1) * IDS_AT_ONCE)),
      );
      return { name: first.name, titles: (await Promise.all(batches)).flat() };
    },
  });
}
