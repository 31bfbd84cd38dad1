import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment; an empty one at once. */
export function useSettled(value: string, pause: number): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    if (!value) return settle('');
    const timer = setTimeout(() => settle(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
