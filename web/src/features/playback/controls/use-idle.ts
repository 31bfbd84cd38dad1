import { useCallback, useEffect, useRef, useState } from 'react';
import { hasTelevisionLayout } from '#lib/television/layout.ts';

const IDLE_MS = 3000;

/** Shows the controls during activity, keyboard focus or while `held`, and hides them three seconds later. */
export function useIdle(held: boolean) {
  const [shown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    setShown(true);
    clearTimeout(timer.current);
    const onIdle = (): void => {
      const focused = document.querySelector<HTMLElement>('[data-controls] :focus-visible');
      // Controls with keyboard focus stay visible; with a remote control everything has the focus all the time.
      if (focused && !hasTelevisionLayout()) timer.current = setTimeout(onIdle, IDLE_MS);
      else {
        focused?.blur();
        setShown(false);
      }
    };
    timer.current = setTimeout(onIdle, IDLE_MS);
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
