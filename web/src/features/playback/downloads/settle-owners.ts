import { endedByPage, endOtherBackground } from './background-fetch.ts';
import type { Download } from './download.ts';
import { readDownloadSettings } from './download-settings.ts';
import { changeDownload, readDevices, readDownloads, removeDownload, saveDevice } from './download-store.ts';
import { deleteFile, deleteFiles, deleteOtherFiles } from './film-files.ts';
import { POSTER_FILE } from './poster-file.ts';

/** What is left of a download when its owner has signed out: files that nobody can open, and nothing about them. */
const LOCKED = {
  isLocked: true,
  title: null,
  claimed: null,
  film: null,
  licence: null,
  endsAt: null,
  right: null,
  withdrawn: null,
  resume: null,
  problem: null,
} satisfies Partial<Download>;

/**
 * Of the members who have downloads here, only the one who is signed in can open them. The others' are locked or deleted, as
 * they chose, and their keys are deleted.
 */
export async function settleOwners(signedIn: string | undefined): Promise<void> {
  const { onSignOut } = readDownloadSettings();
  const all = await readDownloads();
  for (const download of all) {
    if (download.owner === signedIn || download.isLocked) continue;
    if (onSignOut === 'delete') {
      await removeDownload(download.id);
      await deleteFiles(download.id);
    } else {
      await changeDownload(download.id, (now) => ({ ...LOCKED, background: endedByPage(now.background) }));
      await deleteFile(download.id, POSTER_FILE);
    }
  }
  for (const device of await readDevices()) {
    if (device.owner !== signedIn && device.keys) await saveDevice({ ...device, keys: null });
  }
  await endOtherBackground();
  await deleteOtherFiles(async () => (await readDownloads()).map(({ id }) => id));
}
