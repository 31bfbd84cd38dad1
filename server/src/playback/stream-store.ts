import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, openS3ObjectStore, type S3Options } from '@lakou/platform/storage';
import { StreamFiles } from './stream-files.ts';
import { STREAMS_FOLDER, StreamObjects } from './stream-objects.ts';

export interface FoundFile {
  size: number;
  since: Date;
}

export interface NamedFile extends FoundFile {
  name: string;
}

export interface ReadFile extends FoundFile {
  bytes: Buffer | undefined;
}

/** Memory for a file of this size, or undefined to leave it unread. */
export type Allocate = (size: number) => Buffer | undefined;

/** The files of streams. A file that is found is complete. `file` is a path inside the stream, such as `v365/00000.m4s`. */
export interface StreamStore {
  find(stream: string, file: string): Promise<FoundFile | undefined>;
  /** The whole file in memory of `allocate`; without memory, size and time alone. */
  read(stream: string, file: string, allocate: Allocate): Promise<ReadFile | undefined>;
  open(stream: string, file: string, piece?: ByteRange): Promise<Readable | undefined>;
  /** An address that opens this file for anybody, for so many seconds. Stores without addresses lack this. */
  signAddress?(stream: string, file: string, seconds: number): Promise<URL>;
  /** Stores a local file, replacing an older one of the same name. The file at `path` stays. */
  adopt(stream: string, file: string, path: string): Promise<void>;
  /** The file as a local one, which must not be changed: a link on the same disk, otherwise a copy. False if it is missing. */
  lend(stream: string, file: string, path: string): Promise<boolean>;
  /** Uses a finished local folder without copying it, where the store can. */
  linkFolder(stream: string, folder: string): Promise<void>;
  files(stream: string): AsyncIterable<NamedFile>;
  /** Every stream that has files. */
  list(): AsyncIterable<string>;
  remove(stream: string): Promise<void>;
  removeFile(stream: string, file: string): Promise<void>;
}

export async function openStreamStore(options: {
  dataFolder: string;
  s3: S3Options | undefined;
  deliverySecret?: string | undefined;
}): Promise<StreamStore> {
  if (options.s3) return new StreamObjects(await openS3ObjectStore(options.s3));
  const isShared = options.deliverySecret !== undefined;
  return new StreamFiles(join(options.dataFolder, STREAMS_FOLDER), { isShared });
}
