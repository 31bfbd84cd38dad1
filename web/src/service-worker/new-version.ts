/*
 * Whether the site was updated since this page was loaded. The page goes on as it is until somebody reloads it: pages come from the
 * network, so a reload is all that is needed.
 */
let isReady = false;
const listeners = new Set<() => void>();

export function isNewVersionReady(): boolean {
  return isReady;
}

export function listenForNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function announceNewVersion(): void {
  isReady = true;
  for (const listener of listeners) listener();
}

/** A file that this page was loaded with. */
export const fileOfThisVersion = new URL(import.meta.url).pathname;
