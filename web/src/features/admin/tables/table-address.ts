import { pageIn } from '#lib/address.ts';
import { useAddressSearch } from '#lib/use-address-search.ts';

export interface TableAddress {
  search: string;
  filter: string;
  sort: string;
  page: number;
}

export function useTableAddress() {
  const { params, q, text, setText, change, hrefFor } = useAddressSearch();
  const address: TableAddress = {
    search: q,
    filter: params.get('filter') ?? '',
    sort: params.get('sort') ?? '',
    page: pageIn(params),
  };
  return {
    address,
    text,
    setText,
    setFilter: (filter: string) => change({ filter }),
    setSort: (sort: string) => change({ sort }),
    hrefFor,
  };
}
