import type { Download } from './download.ts';
import { FILM_FILE_EXTENSION, type FilmPart, hashOf, writeHeader } from './film-file.ts';
import { openFile, storedFiles } from './film-files.ts';

/** The browser has deleted a part of the film. */
class FilmIncompleteError extends Error {
  override readonly name = 'FilmIncompleteError';
}

/** Whether there is a whole film to hand on. Its licence does not matter: the file has no key. */
export function canExport({ state, isLocked, stream, title }: Download): boolean {
  return state === 'done' && !isLocked && stream !== null && title !== null;
}

/**
 * One file with everything that is stored of a film. Its parts stay where they are until somebody reads the file; one at a time
 * is in memory, to be hashed.
 */
export async function exportFilm(
  { id, stream, title, rung }: Download,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<File> {
  if (!stream || !title) throw new FilmIncompleteError();
  const files = [...(await storedFiles(id)).keys()].toSorted();
  const parts: FilmPart[] = [];
  const blobs: Blob[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    const blob = await openFile(id, file);
    if (!blob) throw new FilmIncompleteError();
    // An empty file says nothing, such as captions that were removed.
    if (blob.size === 0) continue;
    parts.push({ file, bytes: blob.size, hash: await hashOf(await blob.arrayBuffer()) });
    blobs.push(blob);
    onProgress(parts.length / files.length);
  }
  const header = await writeHeader({
    ...{ media: title.media, id: title.id, stream, rung, parts },
    name: nameOf(title),
  });
  return new File([header, ...blobs], fileName(nameOf(title), rung), { type: 'application/octet-stream' });
}

function nameOf({ title, series }: NonNullable<Download['title']>): string {
  const place = series && `${series.title} ${series.season_number}×${series.episode_number} `;
  return `${place ?? ''}${title}`.replace(/\p{Cc}/gu, ' ').slice(0, 200);
}

/** Also on a memory card, whose file system allows few characters. */
function fileName(name: string, rung: string): string {
  const safe = name.replace(/[^\p{L}\p{N}×' -]+/gu, ' ').trim();
  return `${safe.slice(0, 80) || 'film'} ${rung}${FILM_FILE_EXTENSION}`;
}
