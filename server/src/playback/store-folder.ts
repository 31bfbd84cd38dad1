import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamStore } from './stream-store.ts';

/**
 * Stores a folder file by file: segments first, then playlists, master playlists last, so that a playlist never names
 * a missing file. Segments that are already stored are skipped: their bytes never change.
 */
export async function storeFolder(store: StreamStore, stream: string, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    // Names that begin with a dot are still being written.
    .filter((file) => !/(^|\/)\./.test(file))
    .toSorted((a, b) => uploadOrder(a) - uploadOrder(b) || a.localeCompare(b));
  for (const file of files) {
    if (file.endsWith('.m4s') && (await store.find(stream, file))) continue;
    await store.adopt(stream, file, join(folder, file));
  }
}

function uploadOrder(file: string): number {
  if (!file.endsWith('.m3u8')) return 0;
  return file.includes('/') ? 1 : 2;
}
