import { TITLES_PER_PAGE } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { categories } from '../read-titles.ts';
import { SAMPLE_FILMS } from '../sample-films.ts';
import type { CardTitle, Kind } from '../title.ts';
import { isCategory } from './category-path.ts';

export interface CategoryPage {
  titles: (CardTitle & { kind: Kind })[];
  count: number;
  /** There is no published title at all; samples are shown instead (P-16). */
  catalogueIsEmpty: boolean;
}

/** What is said about each category, on its page. */
export function categoryDescriptions() {
  return queryOptions({
    queryKey: ['catalogue', 'category-descriptions'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('movie_categories')
          .select('name, description, description_translations'),
      ),
  });
}

/** One page of the published films and series of a category, newest first; case is ignored. */
export function categoryPage(category: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'category', category.toLowerCase(), { page }],
    queryFn: async ({ client }): Promise<CategoryPage> => {
      const db = await databaseOf(client);
      const rows = rowsOf(
        await db
          .rpc('list_titles', { in_genre: category, page, page_size: TITLES_PER_PAGE }, { get: true })
          .select(
            'kind, id, title, thumbnail_url, release_date, genre, is_free, is_purchasable, is_rentable, purchase_price, rental_price, duration, rating, review_count, published_at, season_count, episode_count, title_translations, total',
          ),
      );
      const titles = rows.map(({ kind, total: _, ...title }) => ({ ...title, kind: kind as Kind }));
      const [first] = rows;
      if (first) return { titles, count: first.total, catalogueIsEmpty: false };
      // Beyond the last page, an empty category, or an empty catalogue.
      const count = rowsOf(await db.rpc('count_titles', { in_genre: category }, { get: true }));
      const all = count || rowsOf(await db.rpc('count_titles', {}, { get: true }));
      return { titles, count, catalogueIsEmpty: all === 0 };
    },
    placeholderData: keepPreviousData,
  });
}

export function samplesIn(category: string): readonly CardTitle[] {
  return SAMPLE_FILMS.filter(({ genre }) => genre.some((name) => isCategory(name, category)));
}

/** Whether the category exists; true while that is not known. */
export function isKnownCategory(client: QueryClient, category: string, page: number): boolean {
  const names = client.getQueryData(categories().queryKey);
  const loaded = client.getQueryData(categoryPage(category, page).queryKey);
  if (!names || !loaded) return true;
  if (loaded.catalogueIsEmpty && samplesIn(category).length > 0) return true;
  return loaded.count > 0 || names.some(({ name }) => isCategory(name, category));
}
