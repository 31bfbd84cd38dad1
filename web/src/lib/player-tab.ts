import { useSyncExternalStore } from 'react';
import { hasTelevisionLayout } from './television/layout.ts';

/** A mouse in a browser's window: not a phone, and not the installed app. */
const WINDOW_WITH_MOUSE = '(hover: hover) and (pointer: fine) and (display-mode: browser)';
function subscribe(listener: () => void): () => void {
  const query = matchMedia(WINDOW_WITH_MOUSE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function opensTab(): boolean {
  return matchMedia(WINDOW_WITH_MOUSE).matches && !hasTelevisionLayout();
}

/** Whether the player opens in a new tab; elsewhere in place, with Back leading to the title. */
export function usePlayerOpensTab(): boolean {
  return useSyncExternalStore(subscribe, opensTab, () => false);
}
