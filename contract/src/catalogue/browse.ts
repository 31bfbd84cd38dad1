import { ACCESSIBILITY } from '../media/track-kinds.ts';
import { GENRE_MAX, SEARCH_MAX } from './limits.ts';

/** Values of the filters of film and series lists. Keep equal to the facets of private.list_positions. */
export const FILTERS = {
  access: ['free', 'subscription', 'sale'],
  decade: ['2020', '2010', '2000', '1990', '1980', '1970', 'older'],
  length: ['short', 'medium', 'long'],
  sound: ['ht', 'fr', 'en', 'es'],
  captions: ['ht', 'fr', 'en', 'es'],
  accessibility: ACCESSIBILITY,
  size: ['small'],
} as const;
export type FilterName = keyof typeof FILTERS;
export type FilterValue = (typeof FILTERS)[FilterName][number];

/** The first is the default. */
export const LIST_ORDERS = ['newest', 'best', 'title', 'year', 'shortest'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Series have no length or size of their own and no reviews. */
export const FILTERS_OF = {
  movie: ['access', 'decade', 'length', 'sound', 'captions', 'accessibility', 'size'],
  series: ['access', 'decade', 'sound', 'captions', 'accessibility'],
} as const satisfies Record<string, FilterName[]>;
export const ORDERS_OF = {
  movie: LIST_ORDERS,
  series: ['newest', 'title', 'year'],
} as const satisfies Record<string, readonly ListOrder[]>;

export interface TitleFilter extends Partial<Record<FilterName, FilterValue>> {
  /** Words in title or description; films only. */
  q: string;
  /** A category's name in lower case; empty for all. */
  genre: string;
  sort: ListOrder;
}

/** The filter in an address. Values that are not offered are ignored. */
export function readFilter(kind: 'movie' | 'series', params: URLSearchParams): TitleFilter {
  const text = (name: string, most: number) => (params.get(name) ?? '').trim().slice(0, most).trim();
  const chosen = FILTERS_OF[kind].flatMap((name) => {
    const value = (FILTERS[name] as readonly FilterValue[]).find((one) => one === params.get(name));
    return value ? [[name, value] as const] : [];
  });
  const orders: readonly ListOrder[] = ORDERS_OF[kind];
  return {
    q: kind === 'movie' ? text('q', SEARCH_MAX) : '',
    genre: text('genre', GENRE_MAX).toLowerCase(),
    sort: orders.find((one) => one === params.get('sort')) ?? 'newest',
    ...Object.fromEntries(chosen),
  };
}

/** The parameters of an address that has this filter, always in the same order. */
export function writeFilter({ sort, ...filter }: TitleFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['q', 'genre', ...Object.keys(FILTERS)] as const) {
    const value = filter[name as FilterName];
    if (value) params.set(name, value);
  }
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}
