import { announceNewVersion, fileOfThisVersion } from './new-version.ts';
import type { WorkerRequest } from './worker-request.ts';

/** Between two questions of a page that stays open for days. */
const CHECK_MS = 3_600_000;
/** How long a worker can take to answer. */
const ANSWER_MS = 10_000;

/** A page that was loaded after the update finds its worker later: then there is nothing to offer. */
async function announceUnlessCurrent(worker: ServiceWorker | null): Promise<void> {
  if (worker && !(await isCurrent(worker))) announceNewVersion();
}

/** Whether the worker's version has the files that this page was loaded with. */
function isCurrent(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const question: WorkerRequest = { hasFile: fileOfThisVersion };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(resolve, ANSWER_MS, true);
    worker.postMessage(question, [port2]);
  });
}

/** For a page that was loaded with a worker: another one can belong to a newer version. */
export function watchForNewVersion(registration: ServiceWorkerRegistration): void {
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') void announceUnlessCurrent(installing);
    });
  });
  // Another tab has noticed it first.
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener(
    'controllerchange',
    () => void announceUnlessCurrent(serviceWorker.controller),
  );
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => {});
  });
}
