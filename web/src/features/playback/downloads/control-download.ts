import type { QueryClient } from '@tanstack/react-query';
import { relicense } from './check-in.ts';
import type { Download } from './download.ts';
import { startQueue } from './download-queue.ts';
import { changeDownload, removeDevice } from './download-store.ts';

export async function pauseDownload({ id }: Download): Promise<void> {
  await changeDownload(id, { state: 'paused', problem: null });
}

/** Goes on with a download, or asks for a licence for one that is complete. */
export async function continueDownload(download: Download, client: QueryClient): Promise<void> {
  const { id, state, withdrawn, problem } = download;
  if (state === 'done' && withdrawn !== 'device') return relicense(download, client);
  // Somebody wants to keep films here again: as a new device.
  if (problem === 'download_device_removed') await removeDevice(download.owner);
  await changeDownload(id, {
    ...{ state: 'queued', problem: null, withdrawn: null },
    ...((withdrawn === 'device' || problem === 'download_device_removed') && {
      stream: null,
      film: null,
      licence: null,
    }),
  });
  startQueue();
}
