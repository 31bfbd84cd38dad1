import type { MessageKey } from '@lakou/contract/translate';
import { toTopic } from '../destinations.ts';
import { groupBy } from '../group-by.ts';
import { pathOf } from '../title.ts';
import type { Found } from './read-search.ts';

export type Reachable = Found & { path: string };

export interface FoundGroup {
  name: MessageKey;
  found: Reachable[];
}

const NAMES: Record<Found['kind'], MessageKey> = {
  movie: 'catalogue.films',
  series: 'catalogue.series',
  topic: 'catalogue.search_topics',
};

/** By kind, the kind of the best answer first; inside, as the database ranked them. */
export function groupFound(all: readonly Found[]): FoundGroup[] {
  const reachable = all.map(
    (one): Reachable => ({
      ...one,
      path: one.kind === 'topic' ? toTopic(one.id) : pathOf(one.kind, one.id),
    }),
  );
  return groupBy(reachable, ({ kind }) => kind).map(([kind, found]) => ({
    name: NAMES[kind],
    found,
  }));
}
