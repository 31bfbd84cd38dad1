import { pageIn } from '#lib/address.ts';
import { useAddressSearch } from '#lib/use-address-search.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import type { FilmFilter } from './read-lists.ts';

export function filmFilterIn(params: URLSearchParams): FilmFilter {
  return { q: params.get('q') ?? '', genre: params.get('genre') ?? '', page: pageIn(params) };
}

export function isFiltered({ q, genre }: FilmFilter): boolean {
  return Boolean(q || genre);
}

export function useFilmFilter() {
  const { params, text, setText, change, clear } = useAddressSearch();
  const hydrated = useHydrated();
  const filter = filmFilterIn(params);
  const { q, genre } = filter;
  return {
    filter,
    /** The server knows that there are filters, not which: see page-variant.ts. */
    isHydrating: !hydrated && isFiltered(filter),
    text,
    setText,
    setGenre: (name: string) => change({ genre: name }),
    clear: () => clear(['genre']),
    hrefFor: (page: number) =>
      `?${new URLSearchParams({ ...(q && { q }), ...(genre && { genre }), ...(page > 1 && { page: String(page) }) })}`,
  };
}
