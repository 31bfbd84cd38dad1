/*
 * Whether the site was updated since this page was loaded. The page goes on as it is until somebody reloads it: pages come from the
 * network, so a reload is all that is needed.
 */
let isReady = false;
const listeners = new Set<() => void>();
/** Between two questions of a page that stays open for days. */
const CHECK_MS = 3_600_000;

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

/** For a page that was loaded with a worker: any other one belongs to a newer version. */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' || installing.state === 'activated') announceNewVersion();
    });
  });
  // Another tab has noticed it first.
  navigator.serviceWorker.addEventListener('controllerchange', announceNewVersion);
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => {});
  });
}
