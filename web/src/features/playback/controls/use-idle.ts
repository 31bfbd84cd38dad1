import { useCallback, useEffect, useRef, useState } from 'react';

const IDLE_MS = 3000;

/** Whether the controls are to be seen: while something moves, is focused or `held`, and a moment longer. */
export function useIdle(held: boolean) {
  const [shown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    setShown(true);
    clearTimeout(timer.current);
    const rest = (): void => {
      // Nothing disappears under somebody's keyboard.
      if (document.querySelector('[data-controls] :focus-visible')) timer.current = setTimeout(rest, IDLE_MS);
      else setShown(false);
    };
    timer.current = setTimeout(rest, IDLE_MS);
  }, []);

  useEffect(() => {
    if (held) {
      clearTimeout(timer.current);
      setShown(true);
    } else wake();
    return () => clearTimeout(timer.current);
  }, [held, wake]);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(false);
  }, []);

  return { shown: shown || held, wake, hide };
}
