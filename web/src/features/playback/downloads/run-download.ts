import type { Film } from '@lakou/contract/playback/responses';
import { ApiError } from '#lib/api-error.ts';
import { pictureSources } from '#lib/picture.ts';
import { waitToRetry } from '../wait-to-retry.ts';
import { fetchInBackground, waitForBackground } from './background-fetch.ts';
import type { Download, DownloadProblem } from './download.ts';
import { changeDownload, readDownload } from './download-store.ts';
import {
  deleteFiles,
  deleteLastSegments,
  encryptCaptions,
  isQuota,
  storedFiles,
  storeFile,
} from './film-files.ts';
import { FilmReplacedError, FilmSession } from './film-session.ts';
import { openLicence, requestLicence, sealLicence } from './licences.ts';
import { filesOf, planRung } from './plan-files.ts';
import { POSTER_FILE } from './poster-file.ts';

/** So many requests at once fill a connection whose answers take a third of a second to begin. */
const PARALLEL = 3;
const POSTER_WIDTH = 320;

type Prepared = Download & { stream: string; film: Film };

/** Downloads what is missing, to the end or until the signal. What went wrong is noted at the download. */
export async function runDownload(id: string, signal: AbortSignal): Promise<void> {
  let hasStartedOver = false;
  for (;;) {
    const download = await readDownload(id);
    if (!download || signal.aborted) return;
    try {
      return await attempt(id, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof FilmReplacedError && !hasStartedOver) {
        hasStartedOver = true;
        await startOver(download);
      } else if (isTemporary(error)) await waitToRetry(error instanceof ApiError ? error.status : undefined);
      else return stop(id, problemOf(error));
    }
  }
}

async function stop(id: string, problem: DownloadProblem): Promise<void> {
  // The note needs space too.
  if (problem === 'storage_full') await deleteLastSegments(id);
  await changeDownload(id, { state: 'stopped', problem });
}

/** The licence of this moment is not valid at this moment: the clock of this device is far off. */
class ClockWrongError extends Error {}

async function attempt(id: string, signal: AbortSignal): Promise<void> {
  await waitForBackground(id, signal);
  const queued = await readDownload(id);
  if (queued?.state !== 'queued' || signal.aborted) return;
  const { download, key } = await openQueued(queued);
  const { title, stream } = download;
  if (!title) throw new Error('a locked download does not run');
  // Ends what still runs beside a request that failed.
  const ending = new AbortController();
  const running = AbortSignal.any([signal, ending.signal]);
  const session = new FilmSession({
    ...{ media: title.media, id: title.id, stream, signal: running },
    onBusy: (isBusy) =>
      void changeDownload(id, ({ problem }) => ({
        problem: isBusy ? 'too_many_streams' : problem === 'too_many_streams' ? null : problem,
      })),
  });
  try {
    await fetchFiles(download, key, session, running);
  } finally {
    ending.abort();
    await session.close();
  }
}

async function openQueued(queued: Download): Promise<{ download: Prepared; key: CryptoKey }> {
  const download = await withLicence(queued);
  const opened = await openLicence(download);
  if (opened.status === 'valid') return { download, key: opened.key };
  // It ended while the download was paused.
  const renewed = await withLicence({ ...download, licence: null });
  const again = await openLicence(renewed);
  if (again.status !== 'valid') throw new ClockWrongError();
  return { download: renewed, key: again.key };
}

/** With the film's key for this browser; requested once, before the first byte. */
async function withLicence(download: Download): Promise<Prepared> {
  const { licence, stream, film, title } = download;
  if (licence && stream && film) return { ...download, stream, film };
  if (!title) throw new Error('a locked download does not run');
  const wanted = stream ? { stream } : { mediaType: title.media, id: title.id };
  const given = await requestLicence(download.owner, wanted);
  const fields = await licensedFields(download, given);
  const changed = await changeDownload(download.id, fields);
  if (!changed) throw new DOMException('the download was deleted', 'AbortError');
  return { ...changed, stream: given.stream, film: given.film };
}

/** What a new licence changes of a download. */
export async function licensedFields(
  download: Download,
  given: Awaited<ReturnType<typeof requestLicence>>,
): Promise<Partial<Download>> {
  return {
    stream: given.stream,
    // Thumbnails for seeking are not kept.
    film: { ...given.film, storyboard: null },
    licence: (await sealLicence(download, given)) ?? null,
    endsAt: Date.parse(given.ends_at),
    right: given.right,
    withdrawn: null,
  };
}

async function fetchFiles(
  { id, rung, bytes: chosen, stream, film, title }: Prepared,
  key: CryptoKey,
  session: FilmSession,
  signal: AbortSignal,
): Promise<void> {
  const stored = await storedFiles(id);
  const sum = (): number => [...stored.values()].reduce((total, bytes) => total + bytes, 0);
  let storedBytes = sum();
  const keep = async (file: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    await storeFile(id, file, bytes);
    storedBytes += bytes.length - (stored.get(file) ?? 0);
    stored.set(file, bytes.length);
    await changeDownload(id, { storedBytes });
  };
  const fetchText = async (file: string): Promise<string> => {
    const bytes = await session.fetch(file);
    if (!bytes) throw new FilmReplacedError();
    return new TextDecoder().decode(bytes);
  };
  const keepText = (file: string, text: string): Promise<void> => keep(file, new TextEncoder().encode(text));

  const plan = planRung(await fetchText('master.m3u8'), rung);
  // This film has no such size any more.
  if (!plan) throw new FilmReplacedError();
  const files: string[] = [];
  for (const folder of plan.folders) {
    const playlist = await fetchText(`${folder}/playlist.m3u8`);
    await keepText(`${folder}/playlist.m3u8`, playlist);
    files.push(...filesOf(folder, playlist));
  }
  await keepText('master.m3u8', plan.master);
  for (const { file } of film.subtitles) {
    const bytes = stored.has(file) ? undefined : await session.fetch(file);
    if (bytes) await keep(file, await encryptCaptions(key, bytes));
  }
  if (!stored.has(POSTER_FILE)) await keepPoster(title?.thumbnail_url ?? null, keep, signal);

  let missing = files.filter((file) => !stored.has(file));
  if (title && missing.length > 0) {
    const storedOfSize = files.reduce((total, file) => total + (stored.get(file) ?? 0), 0);
    const fetched = { id, bytes: chosen, storedBytes, stream, title, storedOfSize };
    await fetchInBackground(fetched, missing, signal);
    // It was paused in the notification, or is done.
    if ((await readDownload(id))?.state !== 'queued') return;
    for (const [file, bytes] of await storedFiles(id)) stored.set(file, bytes);
    storedBytes = sum();
    missing = files.filter((file) => !stored.has(file));
  }
  const worker = async (): Promise<void> => {
    for (let file = missing.shift(); file !== undefined; file = missing.shift()) {
      const bytes = await session.fetch(file);
      if (!bytes) throw new FilmReplacedError();
      signal.throwIfAborted();
      await keep(file, bytes);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await changeDownload(id, { state: 'done', problem: null, storedBytes });
}

/** For the list of downloads. A film without one, or a connection that breaks here, is no reason to stop. */
export async function keepPoster(
  url: string | null,
  keep: (file: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!url) return;
  const response = await fetch(pictureSources(url, POSTER_WIDTH).src, { signal }).catch(() => undefined);
  if (response?.ok) await keep(POSTER_FILE, new Uint8Array(await response.arrayBuffer()));
}

/** The film was encoded again: what is here does not belong to it. */
async function startOver({ id }: Download): Promise<void> {
  await deleteFiles(id);
  await changeDownload(id, { stream: null, film: null, licence: null, storedBytes: 0 });
}

const KNOWN_PROBLEMS: readonly DownloadProblem[] = [
  'subscription_needed',
  'too_many_downloads',
  'too_many_download_devices',
  'download_device_removed',
  'video_not_available',
];

/** No connection, or a server that cannot answer now. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

function problemOf(error: unknown): DownloadProblem {
  if (isQuota(error)) return 'storage_full';
  if (error instanceof ClockWrongError) return 'clock_wrong';
  if (error instanceof FilmReplacedError) return 'video_not_available';
  if (error instanceof DOMException) return 'storage_refused';
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 401) return 'not_authenticated';
  return KNOWN_PROBLEMS.find((problem) => problem === error.key) ?? 'failed';
}
