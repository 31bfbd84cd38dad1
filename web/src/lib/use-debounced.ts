import { useEffect, useState } from 'react';

/** The value after it has not changed for `delay` milliseconds; an empty value at once. */
export function useDebounced(value: string, delay: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (!value) return setDebounced('');
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
