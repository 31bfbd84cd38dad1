import { useSyncExternalStore } from 'react';

/** What browsers that can install web apps send, once, when they think it is time. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** To be called as early as possible: the offer comes once, on whichever page somebody arrives. */
export function awaitInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
}

/** Opens the browser's own question; null where the app cannot be installed, or is already. */
export function useInstallPrompt(): (() => Promise<void>) | null {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
    () => null,
  );
  return (
    current &&
    (async () => {
      // Each offer can be used once, whatever the answer.
      set(null);
      await current.prompt();
    })
  );
}
