import { useEffect, useSyncExternalStore } from 'react';

/** Whether everything that moves by itself has been stopped, on this page and the next ones of this tab. */
let paused = false;
let hasAsked = false;
const listeners = new Set<() => void>();

function setPaused(value: boolean): void {
  paused = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one switch of all carousels and banners: each pause button stops all of them. Reduced motion starts it stopped. */
export function useMotion(): { paused: boolean; toggle: () => void } {
  useEffect(() => {
    if (hasAsked) return;
    hasAsked = true;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true);
  }, []);
  return {
    paused: useSyncExternalStore(
      subscribe,
      () => paused,
      () => false,
    ),
    toggle: () => setPaused(!paused),
  };
}
