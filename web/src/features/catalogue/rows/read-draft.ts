import type { RowRule } from '@lakou/contract/admin/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Db, databaseOf, rowsOf } from '#lib/database.ts';
import { MOVIE_CARD, SERIES_CARD } from '../title.ts';
import type { RowTitle } from './read-rows.ts';

export interface DraftRow {
  id: string;
  title: string;
  title_fr: string;
  title_ht: string;
  title_es: string;
  kind: 'chosen' | 'category' | 'rule';
  title_ids: string[];
  /** A category's name. */
  category: string | undefined;
  rule: RowRule;
}

/** As private.list_front_page_ids() has it. */
const RULES: Record<RowRule, object> = {
  free: { of_kind: 'movie', access: 'free' },
  newest: { of_kind: 'movie' },
  best: { of_kind: 'movie', list_order: 'best' },
  short: { of_kind: 'movie', length: 'short' },
  small: { of_kind: 'movie', size: 'small' },
  ending: { of_kind: 'movie', list_order: 'ending' },
  series: { of_kind: 'series' },
};
const ROW_SIZE = 12;
const CARD = `kind, ${MOVIE_CARD}, published_at, title_translations, season_count, episode_count` as const;

/** The titles of a row that is not saved yet. */
export function draftTitles({ kind, title_ids, category, rule }: DraftRow) {
  const shows = { chosen: title_ids, category, rule }[kind];
  return queryOptions({
    queryKey: ['catalogue', 'draft-row', kind, shows],
    queryFn: async ({ client }): Promise<RowTitle[]> => {
      const database = await databaseOf(client);
      if (kind === 'chosen') return readChosen(database, title_ids);
      if (kind === 'category' && !category) return [];
      return rowsOf(
        await (kind === 'category'
          ? database
              .rpc('list_titles', { in_genre: category ?? '', page_size: ROW_SIZE }, { get: true })
              .select(CARD)
          : database
              .rpc(
                'browse_titles',
                { ...(RULES[rule] as { of_kind: string }), page_size: ROW_SIZE },
                { get: true },
              )
              .select(CARD)),
      ) as RowTitle[];
    },
    placeholderData: keepPreviousData,
  });
}

async function readChosen(database: Db, ids: string[]): Promise<RowTitle[]> {
  if (ids.length === 0) return [];
  const [movies, series] = await Promise.all([
    database
      .from('movies')
      .select(`${MOVIE_CARD}, published_at, title_translations` as const)
      .eq('published', true)
      .in('id', ids),
    database
      .from('series')
      .select(`${SERIES_CARD}, title_translations` as const)
      .eq('published', true)
      .in('id', ids),
  ]);
  const found = new Map<string, RowTitle>();
  for (const movie of rowsOf(movies)) found.set(movie.id, { ...movie, kind: 'movie' });
  for (const one of rowsOf(series)) found.set(one.id, { ...one, kind: 'series' });
  return ids.flatMap((id) => found.get(id) ?? []);
}
