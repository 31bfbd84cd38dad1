import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

/** How many the dashboard shows. */
const LATEST = 12;

const categories = (database: Awaited<ReturnType<typeof databaseOf>>) =>
  database
    .from('movie_categories')
    .select('id, name, description, name_translations, description_translations');

export const allCategories = () =>
  queryOptions({
    queryKey: ['admin', 'categories'],
    queryFn: async ({ client }) => rowsOf(await categories(await databaseOf(client)).order('name')),
    staleTime: 0,
  });

/** The last that were added or changed. */
export const latestCategories = () =>
  queryOptions({
    queryKey: ['admin', 'categories', 'latest'],
    queryFn: async ({ client }) =>
      rowsOf(
        await categories(await databaseOf(client))
          .order('updated_at', { ascending: false })
          .order('name')
          .limit(LATEST),
      ),
    staleTime: 0,
  });
