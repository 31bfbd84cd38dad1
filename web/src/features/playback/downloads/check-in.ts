import type { CheckIn } from '@lakou/contract/playback/responses';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { supabase } from '#lib/supabase.ts';
import { saveClockOffset } from '../progress/clock-offset.ts';
import { sendStoredProgress } from '../progress/send-stored-progress.ts';
import { titleToWatch } from '../read-watch.ts';
import { releaseDownload } from './delete-download.ts';
import type { Download, DownloadProblem } from './download.ts';
import { changeDownload, readDevice, readDownloads, removeDevice, removeDownload } from './download-store.ts';
import { deleteFiles, storeFile } from './film-files.ts';
import { renewLicence, requestLicence } from './licences.ts';
import { keepPoster, licensedFields } from './run-download.ts';

const POSTER_TIMEOUT_MS = 20_000;

/** Contact with the server: licences are renewed or end, progress goes both ways. Throws where there is no connection. */
export async function checkIn(owner: string, client: QueryClient): Promise<void> {
  const device = await readDevice(owner);
  if (!device) return;
  await sendStoredProgress(owner).catch(() => {});
  const { data, error, status } = await (await supabase()).rpc('check_in_downloads', { device: device.id });
  if (error) throw new ApiError(status, error);
  const answer = data as unknown as CheckIn;
  saveClockOffset(Date.parse(answer.now) - Date.now());
  const own = (await readDownloads()).filter((download) => download.owner === owner);
  if (answer.device === 'removed') {
    await removeDevice(owner);
    for (const download of own) await wipe(download);
    return;
  }
  for (const download of own) await settle(download, answer, client);
  await releaseOthers(device.id, own, answer);
  await readPositions(owner);
}

/** Licences of what was deleted here without a connection. Not while one is being requested, which is not known here yet. */
async function releaseOthers(device: string, own: readonly Download[], { licences }: CheckIn): Promise<void> {
  if (own.some(({ stream, state }) => stream === null && state === 'queued')) return;
  const kept = new Set(own.map(({ stream }) => stream));
  for (const { stream } of licences) if (!kept.has(stream)) await releaseDownload(device, stream);
}

/** The member removed this device from another one. */
async function wipe(download: Download): Promise<void> {
  await deleteFiles(download.id);
  // A film from a file is not known well enough to be downloaded again.
  if (!download.title && !download.isLocked) return removeDownload(download.id);
  await changeDownload(download.id, {
    ...{ licence: null, endsAt: null, withdrawn: 'device', storedBytes: 0, background: null },
    ...(download.state !== 'done' && { state: 'stopped', problem: 'download_device_removed' }),
  });
}

async function settle(download: Download, { licences, now }: CheckIn, client: QueryClient): Promise<void> {
  const { id, stream, licence, isLocked, withdrawn, state } = download;
  if (!stream || withdrawn === 'device' || state === 'importing') return;
  const listed = licences.find((one) => one.stream === stream);
  if (listed && licence && !isLocked) {
    await renewLicence(download, listed.ends_at, now);
    await changeDownload(id, { right: listed.right, withdrawn: null });
    return;
  }
  await relicense(download, client).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    return refuse(download, error, client);
  });
}

const LIMITS: readonly DownloadProblem[] = ['too_many_downloads', 'too_many_download_devices'];

/** No licence: the right is gone, was never there, or the device is full. */
async function refuse(download: Download, { key }: ApiError, client: QueryClient): Promise<void> {
  const { id, claimed, title } = download;
  const problem = LIMITS.find((limit) => limit === key);
  if (problem) {
    await changeDownload(id, { problem });
    return;
  }
  // Its page says how to get the right.
  const page =
    title ?? (claimed && (await client.fetchQuery(titleToWatch(claimed.media, claimed.id)))) ?? null;
  await changeDownload(id, { licence: null, endsAt: null, problem: null, withdrawn: 'right', title: page });
}

/** A new licence for files that are here: their owner signed in again, or has a right again. */
export async function relicense(download: Download, client: QueryClient): Promise<void> {
  if (!download.stream) return;
  const given = await requestLicence(download.owner, { stream: download.stream });
  // A file can say that it is another film than it is.
  const known = download.title?.id === given.media_id ? download.title : null;
  const title = known ?? (await client.fetchQuery(titleToWatch(given.media_type, given.media_id)));
  if (!title) return;
  const fields = await licensedFields(download, given);
  await changeDownload(download.id, { ...fields, title, claimed: null, problem: null, isLocked: false });
  // The picture was deleted when its owner signed out.
  const keep = (file: string, bytes: Uint8Array<ArrayBuffer>) => storeFile(download.id, file, bytes);
  if (download.isLocked) await keepPoster(title.thumbnail_url, keep, AbortSignal.timeout(POSTER_TIMEOUT_MS));
}

/** Where this member stopped on other devices, for those who go on offline. */
async function readPositions(owner: string): Promise<void> {
  const own = (await readDownloads()).filter((download) => download.owner === owner && download.title);
  if (own.length === 0) return;
  const ids = own.flatMap(({ title }) => title?.id ?? []);
  const { data } = await (await supabase())
    .from('watch_progress')
    .select('title_id, position, watched, updated_at')
    .in('title_id', ids);
  for (const { title_id, position, watched, updated_at } of data ?? []) {
    const at = Date.parse(updated_at);
    const download = own.find(({ title }) => title?.id === title_id);
    if (download)
      await changeDownload(download.id, ({ resume }) =>
        resume && resume.at > at ? {} : { resume: { position, at, isWatched: watched } },
      );
  }
}
