import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Piece } from '@lakou/platform/storage/object-store';
import { S3Objects, type S3Options } from '@lakou/platform/storage/s3-objects';
import { StreamFiles } from './stream-files.ts';
import { STREAMS_FOLDER, StreamObjects } from './stream-objects.ts';

export interface FoundFile {
  size: number;
  since: Date;
}

export interface ReadFile extends FoundFile {
  bytes?: Buffer;
}

/**
 * Where the files of streams lie: plain files, the same bytes for every viewer. What is found under a name is whole.
 * `file` is a path inside the stream, such as `v365/00000.m4s`.
 */
export interface StreamStore {
  find(stream: string, file: string): Promise<FoundFile | undefined>;
  /** The whole file in memory, unless it is larger than `most`: then only what it is. */
  read(stream: string, file: string, most: number): Promise<ReadFile | undefined>;
  open(stream: string, file: string, piece?: Piece): Promise<Readable | undefined>;
  /** Takes a finished file of this machine, in place of an older one of the same name. The file at `path` stays. */
  adopt(stream: string, file: string, path: string): Promise<void>;
  /** Every stream that has files. */
  list(): AsyncIterable<string>;
  remove(stream: string): Promise<void>;
}

export function openStreamStore(options: { dataFolder: string; s3: S3Options | undefined }): StreamStore {
  if (!options.s3) return new StreamFiles(join(options.dataFolder, STREAMS_FOLDER));
  return new StreamObjects(new S3Objects(options.s3));
}

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
