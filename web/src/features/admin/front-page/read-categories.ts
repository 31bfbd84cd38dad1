import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';

export const allCategories = () =>
  queryOptions({
    queryKey: ['admin', 'categories'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('movie_categories')
          .select('id, name, description, name_translations, description_translations')
          .order('name'),
      ),
    staleTime: 0,
  });
