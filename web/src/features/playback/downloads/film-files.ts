import { FILM_PREFIX, isFilmCache } from '#service-worker/film-caches.ts';

/*
 * The files of a downloaded film, in a cache of its own. Segments are kept as the server sends them, encrypted with the film's
 * key; captions come in the clear and are encrypted here with the same key. Playlists and headers say nothing about the film.
 */
const BYTES = 'x-bytes';
const IV_BYTES = 16;
/** Some tens of kilobytes at least. */
const NOTE_SEGMENTS = 2;

/** Storage is full. */
class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

function open(id: string): Promise<Cache> {
  return caches.open(FILM_PREFIX + id);
}

const address = (file: string): string => `/film/${file}`;

export async function storeFile(id: string, file: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { [BYTES]: String(bytes.length), 'content-type': 'application/octet-stream' };
  try {
    await (await open(id)).put(address(file), new Response(bytes, { headers }));
  } catch (error) {
    throw isQuota(error) ? new StorageFullError() : error;
  }
}

/** Undefined where the browser has deleted it. */
export async function readFile(id: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const found = await (await open(id)).match(address(file));
  return found && new Uint8Array(await found.arrayBuffer());
}

/** As `readFile`, without reading it: its bytes stay in the storage. */
export async function openFile(id: string, file: string): Promise<Blob | undefined> {
  return (await (await open(id)).match(address(file)))?.blob();
}

/** What is stored already, with sizes. */
export async function storedFiles(id: string): Promise<Map<string, number>> {
  const cache = await open(id);
  const entries = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const found = await cache.match(request);
      const file = new URL(request.url).pathname.slice(address('').length);
      return [file, Number(found?.headers.get(BYTES) ?? 0)] as const;
    }),
  );
  return new Map(entries);
}

/** Makes place for a note where the storage is full: the next segments are fetched again. */
export async function deleteLastSegments(id: string): Promise<void> {
  const segments = [...(await storedFiles(id)).keys()].filter((file) => file.endsWith('.m4s'));
  for (const file of segments.toSorted().slice(-NOTE_SEGMENTS)) await deleteFile(id, file);
}

export async function deleteFile(id: string, file: string): Promise<void> {
  await (await open(id)).delete(address(file));
}

export async function deleteFiles(id: string): Promise<void> {
  await caches.delete(FILM_PREFIX + id);
}

/** Of downloads that are not known any more, such as those of a database that was deleted. */
export async function deleteOtherFiles(readKnown: () => Promise<Iterable<string>>): Promise<void> {
  const names = (await caches.keys()).filter(isFilmCache);
  // Read after the caches: a download that begins meanwhile is noted before it stores anything.
  const known = new Set(await readKnown());
  const lost = names.filter((name) => !known.has(name.slice(FILM_PREFIX.length)));
  await Promise.all(lost.map((name) => caches.delete(name)));
}

export async function encryptCaptions(
  key: CryptoKey,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, text));
  const whole = new Uint8Array(IV_BYTES + data.length);
  whole.set(iv);
  whole.set(data, IV_BYTES);
  return whole;
}

export async function decryptCaptions(key: CryptoKey, whole: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const iv = whole.slice(0, IV_BYTES);
  return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key, whole.slice(IV_BYTES));
}

/** Also of the database, which shares the space. Browsers name it in different ways. */
export function isQuota(error: unknown): boolean {
  if (error instanceof StorageFullError) return true;
  return error instanceof DOMException && /quota/i.test(`${error.name} ${error.message}`);
}
