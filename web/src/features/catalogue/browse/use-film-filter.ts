import { pageIn } from '#lib/address.ts';
import { useAddressSearch } from '#lib/use-address-search.ts';
import type { FilmFilter } from './read-lists.ts';

export function useFilmFilter() {
  const { params, q, text, setText, change, clear, hrefFor } = useAddressSearch();
  const filter: FilmFilter = { q, genre: params.get('genre') ?? '', page: pageIn(params) };
  return {
    filter,
    text,
    setText,
    setGenre: (genre: string) => change({ genre }),
    clear: () => clear(['genre']),
    hrefFor,
  };
}
