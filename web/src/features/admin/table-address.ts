import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { pageIn } from '../../lib/address.ts';

/** Long enough for the next letter, too short to feel. */
const PAUSE_MS = 250;

export interface TableAddress {
  search: string;
  filter: string;
  sort: string;
  page: number;
}

/** What a table shows stands in the address: it can be shared, and back brings it back. */
export function useTableAddress() {
  const [params, setParams] = useSearchParams();
  const address: TableAddress = {
    search: params.get('q') ?? '',
    filter: params.get('filter') ?? '',
    sort: params.get('sort') ?? '',
    page: pageIn(params),
  };
  const [text, setText] = useState(address.search);
  const written = useRef(address.search);

  const change = (values: Record<string, string>, { replace = false } = {}): void => {
    setParams((before) => changed(before, { page: '', ...values }), { replace, preventScrollReset: true });
  };

  // Back, forward or a link has changed the address under us.
  useEffect(() => {
    if (address.search === written.current) return;
    written.current = address.search;
    setText(address.search);
  }, [address.search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text starts the clock.
  useEffect(() => {
    const wish = text.trim();
    if (wish === written.current) return;
    const timer = setTimeout(() => {
      written.current = wish;
      change({ q: wish }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    address,
    text,
    setText,
    setFilter: (filter: string) => change({ filter }),
    setSort: (sort: string) => change({ sort }),
    hrefFor: (page: number) => `?${changed(params, { page: page > 1 ? String(page) : '' })}`,
  };
}

function changed(params: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
