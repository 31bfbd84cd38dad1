import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FilmFilter } from './read-lists.ts';
import { pageIn } from './read-titles.ts';

/** Long enough for the next letter, too short to feel. */
const PAUSE_MS = 250;

/** The filter lives in the address: it can be shared, and back brings it back. */
export function useFilmFilter() {
  const [params, setParams] = useSearchParams();
  const filter: FilmFilter = {
    q: params.get('q') ?? '',
    genre: params.get('genre') ?? '',
    page: pageIn(params),
  };
  const [text, setText] = useState(filter.q);
  const written = useRef(filter.q);

  const change = (name: 'q' | 'genre', value: string, { replace = false } = {}): void => {
    setParams((before) => changed(before, { [name]: value, page: '' }), {
      replace,
      preventScrollReset: true,
    });
  };

  // Back, forward or a link has changed the address under us.
  useEffect(() => {
    if (filter.q === written.current) return;
    written.current = filter.q;
    setText(filter.q);
  }, [filter.q]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the text starts the clock.
  useEffect(() => {
    const wish = text.trim();
    if (wish === written.current) return;
    const timer = setTimeout(() => {
      written.current = wish;
      change('q', wish, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    filter,
    text,
    setText,
    setGenre: (genre: string) => change('genre', genre),
    clear: () => {
      written.current = '';
      setText('');
      setParams((before) => changed(before, { q: '', genre: '', page: '' }));
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
