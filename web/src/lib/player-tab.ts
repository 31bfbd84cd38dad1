import { useSyncExternalStore } from 'react';

/** A mouse in a browser's window: not a phone, and not the installed app. */
const WINDOW_WITH_MOUSE = '(hover: hover) and (pointer: fine) and (display-mode: browser)';
/** Remote controls can move a pointer, but there are no tabs. */
const TELEVISION = /\b(?:smart-?tv|googletv|web0s|webos|tizen|bravia|aft[a-z]+|crkey|hbbtv)\b/i;

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WINDOW_WITH_MOUSE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function opensTab(): boolean {
  return matchMedia(WINDOW_WITH_MOUSE).matches && !TELEVISION.test(navigator.userAgent);
}

/** Whether the player opens in a new tab; elsewhere in place, with Back leading to the title. */
export function usePlayerOpensTab(): boolean {
  return useSyncExternalStore(subscribe, opensTab, () => false);
}
