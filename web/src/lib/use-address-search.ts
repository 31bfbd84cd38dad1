import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Long enough for the next letter, too short to feel. */
const PAUSE_MS = 250;

/** What a list shows stands in the address: it can be shared, and back brings it back. Every change leads to page 1. */
export function useAddressSearch() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const [text, setText] = useState(q);
  const written = useRef(q);

  const change = (values: Record<string, string>, { replace = false } = {}): void => {
    setParams((before) => changed(before, { page: '', ...values }), { replace, preventScrollReset: true });
  };

  // Back, forward or a link has changed the address under us.
  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

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
    params,
    q,
    text,
    setText,
    change,
    clear(names: string[]): void {
      written.current = '';
      setText('');
      const nothing = Object.fromEntries(['q', 'page', ...names].map((name) => [name, '']));
      setParams((before) => changed(before, nothing));
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
