import { splitKeyTag } from '../start/read-playlists.ts';
import type { Download } from './download.ts';
import { decryptCaptions, readFile } from './film-files.ts';

/** The browser has deleted a file: the film has to be downloaded again. */
class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
}

/** A downloaded film as the engine reads it: decrypted file by file, in memory alone. */
export interface StoredFilm {
  /** By its path inside the stream. */
  read(file: string): Promise<string | ArrayBuffer>;
  /** Addresses of the captions, by file; valid until `close`. */
  captions: ReadonlyMap<string, string>;
  close(): void;
}

export async function openStoredFilm({ id, film }: Download, key: CryptoKey): Promise<StoredFilm> {
  const vectors = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const bytesOf = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await readFile(id, file);
    if (!bytes) throw new FileMissingError(file);
    return bytes;
  };
  const textOf = async (file: string): Promise<string> => new TextDecoder().decode(await bytesOf(file));
  const readVector = async (folder: string): Promise<Uint8Array<ArrayBuffer>> => {
    const found = splitKeyTag(await textOf(`${folder}/playlist.m3u8`));
    if (!found) throw new FileMissingError(`${folder}/playlist.m3u8`);
    return found.iv;
  };
  const captions = new Map<string, string>();
  for (const { file } of film?.subtitles ?? []) {
    const bytes = await readFile(id, file);
    if (!bytes) continue;
    // A film from a file can have captions that somebody has changed.
    const text = await decryptCaptions(key, bytes).catch(() => undefined);
    if (!text) continue;
    captions.set(file, URL.createObjectURL(new Blob([text], { type: 'text/vtt' })));
  }
  return {
    async read(file) {
      if (file.endsWith('.m3u8')) {
        const text = await textOf(file);
        return splitKeyTag(text)?.clear ?? text;
      }
      const bytes = await bytesOf(file);
      if (!file.endsWith('.m4s')) return bytes.buffer;
      const [folder = ''] = file.split('/');
      const vector = vectors.get(folder) ?? readVector(folder);
      vectors.set(folder, vector);
      return crypto.subtle.decrypt({ name: 'AES-CBC', iv: await vector }, key, bytes);
    },
    captions,
    close() {
      for (const url of captions.values()) URL.revokeObjectURL(url);
    },
  };
}
