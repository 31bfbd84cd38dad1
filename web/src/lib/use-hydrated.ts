import { useSyncExternalStore } from 'react';

const nothing = (): (() => void) => () => {};

/** Whether the browser has taken the page over; on the server and in its first picture, no. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
