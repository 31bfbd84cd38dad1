import { useSyncExternalStore } from 'react';

/** Sent once by browsers that can install web apps. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Called as early as possible: the event comes once, on the first page. */
export function awaitInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => set(null));
}

/** Opens the browser's install dialog; null where the app cannot be installed, or is already. */
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
      // Each prompt can be used once.
      set(null);
      await current.prompt();
    })
  );
}

const MOMENT = 'lakou-install';

/** A film was watched to its end, or is on the device: once, the app is offered on the next page. */
export function noteGoodMoment(): void {
  try {
    if (!localStorage.getItem(MOMENT)) localStorage.setItem(MOMENT, 'due');
  } catch {
    // Storage is blocked: what cannot be remembered is not offered.
  }
}

/** Whether the app is to be offered now. True once for this browser. */
export function takeInstallOffer(): boolean {
  try {
    if (localStorage.getItem(MOMENT) !== 'due') return false;
    localStorage.setItem(MOMENT, 'offered');
    return true;
  } catch {
    return false;
  }
}
