import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamStore } from './stream-store.ts';

/**
 * Hands a folder to the store, file by file. A playlist comes after what it names, the master playlist last: whoever
 * finds a name finds the file. Segments that are there already stay: their bytes never change.
 */
export async function storeFolder(store: StreamStore, stream: string, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    // What begins with a dot is still being made.
    .filter((file) => !/(^|\/)\./.test(file))
    .toSorted((a, b) => lateness(a) - lateness(b) || a.localeCompare(b));
  for (const file of files) {
    if (file.endsWith('.m4s') && (await store.find(stream, file))) continue;
    await store.adopt(stream, file, join(folder, file));
  }
}

function lateness(file: string): number {
  if (file === 'master.m3u8') return 2;
  return file.endsWith('.m3u8') ? 1 : 0;
}
