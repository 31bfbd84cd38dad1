import { useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

/** Debounce of the search text. */
const DEBOUNCE_MS = 250;

/** Search and filters of a list, in the address: they can be shared, and Back restores them. Changes go to page 1. */
export function useAddressSearch() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const [text, setText] = useState(q);
  const written = useRef(q);

  // A second change can come before the page of the first has loaded.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const write = (values: Record<string, string>, options?: NavigateOptions): void => {
    latest.current = changed(latest.current, values);
    setParams(latest.current, options);
  };
  const change = (values: Record<string, string>, { replace = false } = {}): void =>
    write({ page: '', ...values }, { replace, preventScrollReset: true });

  // Back, forward or a link has changed the address.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text starts the timer.
  useEffect(() => {
    const query = text.trim();
    if (query === written.current) return;
    const timer = setTimeout(() => {
      written.current = query;
      change({ q: query }, { replace: true });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    params,
    q,
    text,
    setText,
    change,
    clear(names: string[]): void {
      written.current = '';
      setText('');
      write(Object.fromEntries(['q', 'page', ...names].map((name) => [name, ''])));
    },
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
