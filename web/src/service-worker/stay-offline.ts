import { canPrefetch } from '#lib/use-prefetch.ts';
import type { WorkerRequest } from './worker-request.ts';

const WORKER = '/service-worker.js';

/** Called once when the page has loaded: what was opened stays readable without a network. */
export async function stayOffline(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const known = serviceWorker.controller !== null;
    const registration = await serviceWorker.register(WORKER);
    if (known) await registration.update();
    // The page that brought the worker was fetched without it.
    else await keepOpened();
  } catch {
    await leaveWhereDismissed();
  }
}

/** This page, and the files it has loaded, most of which the browser still has. */
async function keepOpened(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const built = loaded.filter((name) => name.startsWith(`${location.origin}/assets/`));
  await tell({ keep: canPrefetch() ? [hereWithoutHash(), ...loaded] : built });
}

/** Somebody went on to this page inside of the app: its document is fetched for later, where bytes are cheap. */
export function keepThisPage(): void {
  if (canPrefetch()) void tell({ keep: [hereWithoutHash()] });
}

export function forgetPages(): void {
  void tell({ forget: true });
}

async function tell(wish: WorkerRequest): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(wish);
}

function hereWithoutHash(): string {
  return location.href.replace(/#.*/, '');
}

/** The way out, should a worker ever go wrong: a house that takes the file away has every browser let go of it. */
async function leaveWhereDismissed(): Promise<void> {
  const answer = await fetch(WORKER, { cache: 'no-store' }).catch(() => undefined);
  const dismissed = answer && (answer.status === 404 || (answer.ok && (await answer.text()) === ''));
  if (!dismissed) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith('lakou-'));
  await Promise.all(names.map((name) => caches.delete(name)));
}
