import { canPrefetch } from '#lib/use-prefetch.ts';
import { isFilmCache } from './film-caches.ts';
import { watchForNewVersion } from './watch-version.ts';
import { addressWithoutHash, sendToWorker } from './worker-messages.ts';
import type { WorkerRequest } from './worker-request.ts';

const WORKER = '/service-worker.js';

/** Called once after the page has loaded. Pages that were opened stay readable offline. */
export async function registerServiceWorker(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const isControlled = serviceWorker.controller !== null;
    const registration = await serviceWorker.register(WORKER);
    if (isControlled) {
      watchForNewVersion(registration);
      // It waited for a film to end.
      const isActivating = { activate: true } satisfies WorkerRequest;
      registration.waiting?.postMessage(isActivating);
      await registration.update();
    }
    // This page was loaded before there was a worker.
    else await cacheLoadedFiles();
  } catch {
    await unregisterIfRemoved();
  }
}

/** This page and the files it has loaded, most of which are in the browser's cache. */
async function cacheLoadedFiles(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const built = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  await sendToWorker({ cacheUrls: canPrefetch() ? [addressWithoutHash(), ...loaded] : built });
}

/** Removes the worker when the server no longer has its file or sends it empty: the way to withdraw a broken one. */
async function unregisterIfRemoved(): Promise<void> {
  const response = await fetch(WORKER, { cache: 'no-store' }).catch(() => undefined);
  const isRemoved = response && (response.status === 404 || (response.ok && (await response.text()) === ''));
  if (!isRemoved) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  // Downloaded films outlast a worker.
  const names = (await caches.keys()).filter((name) => name.startsWith('lakou-') && !isFilmCache(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
