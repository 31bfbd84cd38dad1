import { type Db, rowsOf } from '#lib/database.ts';
import { type CardTitle, type Kind, MOVIE_CARD, SERIES_CARD } from './title.ts';

export type AnyTitle = CardTitle & { kind: Kind };

/** Films and series as cards, in the order of the ids. What is not published is left out, for staff and buyers too. */
export async function readTitlesById(db: Db, ids: string[]): Promise<AnyTitle[]> {
  if (ids.length === 0) return [];
  const [movies, series] = await Promise.all([
    db
      .from('movies')
      .select(`${MOVIE_CARD}, has_video, title_translations` as const)
      .in('id', ids)
      .eq('published', true),
    db
      .from('series')
      .select(`${SERIES_CARD}, title_translations` as const)
      .in('id', ids)
      .eq('published', true),
  ]);
  const found = new Map<string, AnyTitle>([
    ...rowsOf(movies).map((title) => [title.id, { ...title, kind: 'movie' }] as const),
    ...rowsOf(series).map((title) => [title.id, { ...title, kind: 'series' }] as const),
  ]);
  return ids.flatMap((id) => found.get(id) ?? []);
}
