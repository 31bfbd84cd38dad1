import { translate } from '@lakou/contract/translate';
import { currentLanguage, loadScope } from '#lib/page-messages.ts';
import { translateWatchTitle, type WatchTitle } from '../read-watch.ts';
import { findBackgroundFetch, isBackgroundFetchAllowed, storingLock } from './background-fetch-api.ts';
import type { Background, Download } from './download.ts';
import { readDownloadSettings } from './download-settings.ts';
import { changeDownload, readDownload, readDownloads } from './download-store.ts';
import { readFreeSpace } from './free-space.ts';

const LOOK_MS = 1000;
/** How often to look, from the end of a fetch until the browser has started the service worker on a slow phone. */
const WORKER_START_LOOKS = 30;
/** What is stored is within a tenth of what was chosen. */
const MARGIN = 1.1;
const ICON = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' };

type Fetched = Pick<Download, 'id' | 'bytes' | 'storedBytes'> & {
  stream: string;
  title: WatchTitle;
  /** Of `storedBytes`, those of files that belong to the chosen size. */
  storedOfSize: number;
};

/**
 * Lets the browser fetch these files, which goes on when the last tab is closed, and waits for the end. The service worker stores them
 * (store-fetched.ts). What is missing then, or where the browser cannot do it, is for the page.
 */
export async function fetchInBackground(
  fetched: Fetched,
  files: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { stream, bytes, storedBytes, storedOfSize } = fetched;
  const total = Math.max(1, Math.ceil(bytes * MARGIN) - storedOfSize);
  const manager = await findBackgroundFetch();
  if (!manager || !(await isBackgroundFetchAllowed()) || !(await isFreeToUse(total))) return;
  const { name, titles } = await notificationTitles(fetched.title);
  const id = crypto.randomUUID();
  signal.throwIfAborted();
  await changeDownload(fetched.id, { background: { id, storedBefore: storedBytes, titles } });
  const requests = files.map((file) => new Request(`/stream/${stream}/${file}`));
  try {
    await manager.fetch(id, requests, { title: name, icons: [ICON], downloadTotal: total });
  } catch {
    await changeDownload(fetched.id, { background: null });
  }
  await waitForBackground(fetched.id, signal);
}

/** The browser does not ask for the kind of connection, and keeps everything twice until the worker has stored it. */
async function isFreeToUse(bytes: number): Promise<boolean> {
  if (readDownloadSettings().wifiOnly) return false;
  const free = await readFreeSpace();
  return free === null || free > 2 * bytes;
}

async function notificationTitles(title: WatchTitle) {
  const language = currentLanguage();
  const messages = await loadScope(language, 'everyone');
  const { title: name } = translateWatchTitle(language, title);
  const done = translate(messages, language, 'playback.download_background_done', { title: name });
  const unfinished = translate(messages, language, 'playback.download_background_unfinished', {
    title: name,
  });
  return { name, titles: { done, unfinished } };
}

/** Until what the browser fetches for this download is stored, also what another tab has started. */
export async function waitForBackground(downloadId: string, signal: AbortSignal): Promise<void> {
  let known: Background | null | undefined;
  for (;;) {
    const download = await readDownload(downloadId);
    const { background } = download ?? {};
    // Deleted meanwhile, or stored.
    if (known && !background) await abortFetch(known.id);
    if (!download || !background) return;
    known = background;
    if (signal.aborted || readDownloadSettings().wifiOnly) await endBackground(download);
    if (signal.aborted) return;
    const running = await (await findBackgroundFetch())?.get(background.id);
    if (!running) return waitForWorker(downloadId, background.id);
    const storedBytes = background.storedBefore + running.downloaded;
    if (storedBytes > download.storedBytes) await changeDownload(downloadId, { storedBytes });
    await sleep(LOOK_MS, signal);
  }
}

/** It has ended. The service worker stores what has arrived, unless it was killed. */
async function waitForWorker(downloadId: string, id: string): Promise<void> {
  const isStored = async (): Promise<boolean> => {
    await navigator.locks.request(storingLock(id), () => {});
    return (await readDownload(downloadId))?.background?.id !== id;
  };
  for (let looks = 0; looks < WORKER_START_LOOKS; looks += 1) {
    if (await isStored()) return;
    await sleep(LOOK_MS);
  }
  await changeDownload(downloadId, { background: null });
}

/** Its files are wanted no more, or not in this way; the worker stores those that are there. */
async function endBackground({ id, background }: Download): Promise<void> {
  if (!background) return;
  await changeDownload(id, (now) => ({ background: endedByPage(now.background) }));
  await abortFetch(background.id);
}

async function abortFetch(id: string): Promise<void> {
  await (await (await findBackgroundFetch())?.get(id))?.abort();
}

/** Says nothing about the film any more. */
export function endedByPage(background: Download['background']): Background | null {
  return background ? { ...background, titles: null } : null;
}

/** What goes on for nobody: its download was paused or deleted while no page looked, or its owner has signed out. */
export async function endOtherBackground(): Promise<void> {
  const ids = (await (await findBackgroundFetch())?.getIds()) ?? [];
  const all = ids.length > 0 ? await readDownloads() : [];
  for (const id of ids) {
    const download = all.find(({ background }) => background?.id === id);
    if (download?.state === 'queued' && !download.isLocked) continue;
    if (download) await endBackground(download);
    else await abortFetch(id);
  }
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
