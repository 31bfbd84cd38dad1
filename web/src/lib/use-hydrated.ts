import { useSyncExternalStore } from 'react';

const nothing = (): (() => void) => () => {};

/** False on the server and in the first render of the browser, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
