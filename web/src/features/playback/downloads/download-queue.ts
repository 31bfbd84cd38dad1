import { storedUserId } from '#lib/stored-session.ts';
import { isOnWifi, listenToConnection } from './connection-type.ts';
import type { Download } from './download.ts';
import { readDownloadSettings } from './download-settings.ts';
import { listenForChanges, readDownloads } from './download-store.ts';
import { runDownload } from './run-download.ts';

const LOCK = 'lakou-downloads';

let running: { id: string; controller: AbortController } | undefined;
let isStarted = false;
let isWorking = false;

/** Goes on with what is queued, in this tab or, while another one does it, after that one. Safe to call often. */
export function startQueue(): void {
  if (!isStarted) {
    isStarted = true;
    const onChange = (): void => void stopIfUnwanted().then(work);
    listenForChanges(onChange);
    listenToConnection(onChange);
    addEventListener('online', onChange);
  }
  void work();
}

async function work(): Promise<void> {
  if (isWorking || !(await nextDownload())) return;
  isWorking = true;
  try {
    // One tab downloads; the next one gets the lock when it is closed.
    await navigator.locks.request(LOCK, async () => {
      for (let next = await nextDownload(); next; next = await nextDownload()) await run(next);
    });
  } finally {
    isWorking = false;
  }
  // What was queued while the last one ended.
  if (await nextDownload()) void work();
}

async function run({ id }: Download): Promise<void> {
  const controller = new AbortController();
  running = { id, controller };
  try {
    await runDownload(id, controller.signal);
  } finally {
    running = undefined;
  }
}

/** The first in the queue of the member who is signed in here, while the connection is one to use. */
async function nextDownload(): Promise<Download | undefined> {
  if (readDownloadSettings().wifiOnly && !isOnWifi()) return undefined;
  const owner = storedUserId();
  return (await readDownloads()).find(
    (one) => one.state === 'queued' && one.owner === owner && !one.isLocked,
  );
}

/** It was paused or deleted, its owner signed out, or the Wi-Fi is gone. */
async function stopIfUnwanted(): Promise<void> {
  if (!running) return;
  const { id, controller } = running;
  if ((await nextDownload())?.id !== id) controller.abort();
}
