import { useCallback, useRef, useState } from 'react';

const SEEN_MS = 900;

/** The last thing that was said, for as long as it is to be seen. A repetition is said again. */
export function useSaying() {
  const [said, setSaid] = useState<{ text: string; count: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((text: string) => {
    setSaid((before) => ({ text, count: (before?.count ?? 0) + 1 }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSaid(null), SEEN_MS);
  }, []);
  return { said, say };
}
