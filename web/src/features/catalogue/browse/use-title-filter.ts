import {
  FILTERS,
  type FilterName,
  readFilter,
  type TitleFilter,
  writeFilter,
} from '@lakou/contract/catalogue/browse';
import { pageIn } from '#lib/address.ts';
import { useAddressSearch } from '#lib/use-address-search.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import type { Kind } from '../title.ts';
import type { FilteredPage } from './read-lists.ts';

const NAMES = Object.keys(FILTERS) as FilterName[];

export function filteredPageIn(kind: Kind, params: URLSearchParams): FilteredPage {
  return { ...readFilter(kind, params), page: pageIn(params) };
}

/** The names of what narrows the list; neither words nor order. */
export function chosenFilters(filter: TitleFilter): (FilterName | 'genre')[] {
  return [...(filter.genre ? (['genre'] as const) : []), ...NAMES.filter((name) => filter[name])];
}

/** The first page, with nothing left out. */
export function isWholeList(filter: FilteredPage): boolean {
  return filter.page === 1 && filter.q === '' && chosenFilters(filter).length === 0;
}

export function useTitleFilter(kind: Kind) {
  const { params, text, setText, change, clear } = useAddressSearch();
  const hydrated = useHydrated();
  const filter = filteredPageIn(kind, params);
  return {
    filter,
    /** The server knows that there are words, not which: see page-variant.ts. */
    isHydrating: !hydrated && filter.q !== '',
    text,
    setText,
    change,
    clear: () => clear(['genre', 'sort', ...NAMES]),
    hrefFor: (page: number) => addressOf(filter, page),
    hrefWithout: (name: FilterName | 'genre') =>
      addressOf({ ...filter, ...(name === 'genre' ? { genre: '' } : { [name]: undefined }) }),
  };
}
export type TitleFilterState = ReturnType<typeof useTitleFilter>;

function addressOf(filter: TitleFilter, page = 1): string {
  const params = writeFilter(filter);
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}
