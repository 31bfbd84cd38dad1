import { useCallback, useRef, useState } from 'react';

const SHOWN_MS = 900;

/** The latest announcement while it is visible. `count` makes screen readers repeat an equal text. */
export function useAnnouncement() {
  const [announcement, setAnnouncement] = useState<{ text: string; count: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback((text: string) => {
    setAnnouncement((before) => ({ text, count: (before?.count ?? 0) + 1 }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnnouncement(null), SHOWN_MS);
  }, []);
  return { announcement, announce };
}
