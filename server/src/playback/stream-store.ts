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
  bytes: Buffer | undefined;
}

export type Room = (size: number) => Buffer | undefined;

/**
 * Where the files of streams lie: plain files, the same bytes for every viewer. What is found under a name is whole.
 * `file` is a path inside the stream, such as `v365/00000.m4s`.
 */
export interface StreamStore {
  find(stream: string, file: string): Promise<FoundFile | undefined>;
  /** The whole file, put into memory that `room` gives for its size; where it gives none, only what the file is. */
  read(stream: string, file: string, room: Room): Promise<ReadFile | undefined>;
  open(stream: string, file: string, piece?: Piece): Promise<Readable | undefined>;
  /** Takes a finished file of this machine, in place of an older one of the same name. The file at `path` stays. */
  adopt(stream: string, file: string, path: string): Promise<void>;
  /** Takes a whole finished folder that stays where it is, for as long as the stream does. */
  borrow(stream: string, folder: string): Promise<void>;
  /** The names of a stream's files. */
  files(stream: string): AsyncIterable<string>;
  /** Every stream that has files. */
  list(): AsyncIterable<string>;
  remove(stream: string): Promise<void>;
}

export function openStreamStore(options: { dataFolder: string; s3: S3Options | undefined }): StreamStore {
  if (!options.s3) return new StreamFiles(join(options.dataFolder, STREAMS_FOLDER));
  return new StreamObjects(new S3Objects(options.s3));
}
