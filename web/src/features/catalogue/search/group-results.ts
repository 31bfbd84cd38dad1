import type { MessageKey } from '@lakou/contract/translate';
import type { useTitlePath } from '#lib/title-path.ts';
import { groupBy } from '../group-by.ts';
import { topicPath } from '../paths.ts';
import type { SearchResult } from './read-search.ts';

export type LinkedResult = SearchResult & { path: string };

export interface ResultGroup {
  name: MessageKey;
  results: LinkedResult[];
}

const NAMES: Record<SearchResult['kind'], MessageKey> = {
  movie: 'catalogue.films',
  series: 'catalogue.series',
  topic: 'catalogue.search_topics',
};

/** Groups by kind, keeping the ranking of the database: the kind of the best result comes first. */
export function groupResults(
  results: readonly SearchResult[],
  titlePath: ReturnType<typeof useTitlePath>,
): ResultGroup[] {
  const linked = results.map(
    (result): LinkedResult => ({
      ...result,
      path: result.kind === 'topic' ? topicPath(result.id) : titlePath(result.kind, result),
    }),
  );
  return groupBy(linked, ({ kind }) => kind).map(([kind, group]) => ({
    name: NAMES[kind],
    results: group,
  }));
}
