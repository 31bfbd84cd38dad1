import { type BackgroundFetch, storingLock } from './background-fetch-api.ts';
import type { Background, Download } from './download.ts';
import { changeDownload, readDownloads } from './download-store.ts';
import { storedFiles, storeFile } from './film-files.ts';
import { isComplete } from './is-complete.ts';

/**
 * In the service worker, when a fetch in the background has ended in whichever way: what has arrived is stored as pages store it. Returns
 * what its notification says now.
 */
export async function storeFetched(fetched: BackgroundFetch): Promise<string | undefined> {
  const download = (await readDownloads()).find(({ background }) => background?.id === fetched.id);
  // Deleted meanwhile.
  if (!download) return undefined;
  return navigator.locks.request(storingLock(fetched.id), async () => {
    const hasAll = await storeRecords(fetched, download);
    const titles = await settle(fetched, download, hasAll);
    return hasAll ? titles?.done : titles?.unfinished;
  });
}

/** Whether all of them are there. A full storage is no reason to lose what fits; the next page says so. */
async function storeRecords(fetched: BackgroundFetch, { id, stream }: Download): Promise<boolean> {
  const folder = `/stream/${stream}/`;
  const stored = await storedFiles(id);
  let hasAll = true;
  for (const { request, responseReady } of await fetched.matchAll()) {
    const { pathname } = new URL(request.url);
    const file = pathname.slice(folder.length);
    if (!pathname.startsWith(folder) || stored.has(file)) continue;
    try {
      const response = await responseReady;
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (!response.ok || !isComplete(response, bytes)) hasAll = false;
      else await storeFile(id, file, bytes);
    } catch {
      hasAll = false;
    }
  }
  return hasAll;
}

/** What a refusal means is found out by the next page, which asks again. */
async function settle(
  { id, failureReason }: BackgroundFetch,
  download: Download,
  hasAll: boolean,
): Promise<Background['titles']> {
  let titles: Background['titles'] = null;
  const storedBytes = [...(await storedFiles(download.id)).values()].reduce((sum, bytes) => sum + bytes, 0);
  await changeDownload(download.id, ({ background, state }) => {
    if (background?.id !== id) return {};
    titles = background.titles;
    const isAbortedByPerson = failureReason === 'aborted' && titles !== null;
    return {
      background: null,
      storedBytes,
      ...(state === 'queued' && hasAll && { state: 'done', problem: null }),
      ...(state === 'queued' && !hasAll && isAbortedByPerson && { state: 'paused', problem: null }),
    };
  });
  return titles;
}
