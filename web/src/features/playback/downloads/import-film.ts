import { prepareOfflineApp } from '#service-worker/worker-messages.ts';
import { checkPlaylists } from './check-playlists.ts';
import { openDevice } from './device.ts';
import type { Download } from './download.ts';
import { addDownloads, changeDownload, readDownloads, removeDownload } from './download-store.ts';
import { FilmFileError, type FilmHeader, openFilmFile } from './film-file.ts';
import { deleteFiles, isQuota, storeFile } from './film-files.ts';
import { readFreeSpace } from './free-space.ts';

const lockOf = (id: string): string => `lakou-import-${id}`;

/**
 * Stores a film from a file, for this member. It needs no connection: the licence is requested with the next contact. What is
 * not taken leaves nothing behind.
 */
export async function importFilm(owner: string, file: Blob): Promise<Download> {
  const opened = await openFilmFile(file);
  const { header } = opened;
  await checkPlaylists(opened);
  if (await isHere(owner, header)) throw new FilmFileError('already_here');
  const bytes = header.parts.reduce((sum, part) => sum + part.bytes, 0);
  const free = await readFreeSpace();
  if (free !== null && bytes > free) throw new FilmFileError('no_space');
  await navigator.storage?.persist?.().catch(() => false);
  const id = crypto.randomUUID();
  return navigator.locks.request(lockOf(id), async () => {
    try {
      await openDevice(owner);
      // Before its files: files that belong to no download are deleted.
      await addDownloads([newImport(owner, id, header, bytes)]);
      let storedBytes = 0;
      for (const part of header.parts) {
        await storeFile(id, part.file, await opened.readPart(part));
        storedBytes += part.bytes;
        if (!(await changeDownload(id, { storedBytes }))) throw new FilmFileError('refused');
      }
      const done = await changeDownload(id, { state: 'done' });
      if (!done) throw new FilmFileError('refused');
      prepareOfflineApp({ again: false });
      return done;
    } catch (error) {
      await deleteFiles(id).catch(() => {});
      await removeDownload(id).catch(() => {});
      if (isQuota(error)) throw new FilmFileError('no_space');
      throw error instanceof FilmFileError ? error : new FilmFileError('refused');
    }
  });
}

/** In any size: a device has one licence for a title. */
async function isHere(owner: string, { stream, id }: FilmHeader): Promise<boolean> {
  return (await readDownloads()).some(
    (one) => one.owner === owner && (one.stream === stream || (one.title ?? one.claimed)?.id === id),
  );
}

/** Of a page that was closed meanwhile: the file is still where it was, so nothing is lost. */
export async function deleteBrokenImports(): Promise<void> {
  for (const { id } of (await readDownloads()).filter(({ state }) => state === 'importing')) {
    await navigator.locks.request(lockOf(id), { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await removeDownload(id);
      await deleteFiles(id);
    });
  }
}

function newImport(owner: string, id: string, header: FilmHeader, bytes: number): Download {
  const { media, id: titleId, name, stream, rung } = header;
  return {
    ...{ id, owner, stream, rung, bytes },
    claimed: { media, id: titleId, name },
    isLocked: false,
    storedBytes: 0,
    state: 'importing',
    problem: null,
    addedAt: Date.now(),
    title: null,
    film: null,
    licence: null,
    endsAt: null,
    right: null,
    withdrawn: null,
    resume: null,
  };
}
