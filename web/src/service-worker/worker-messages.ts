import { canPrefetch } from '#lib/use-prefetch.ts';
import type { WorkerRequest } from './worker-request.ts';

/** After a navigation inside of the app: fetches this page's document for offline use, unless data is saved. */
export function cacheCurrentPage(): void {
  if (canPrefetch()) void sendToWorker({ cacheUrls: [addressWithoutHash()] });
}

export function clearCachedPages(): void {
  void sendToWorker({ clearPages: true });
}

/** Before the first download: the app has to open where there is no network. */
export function prepareOfflineApp({ again }: { again: boolean }): void {
  void sendToWorker({ prepareOffline: { language: document.documentElement.lang, again } });
}

export async function sendToWorker(request: WorkerRequest): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(request);
}

export function addressWithoutHash(): string {
  return location.href.replace(/#.*/, '');
}
