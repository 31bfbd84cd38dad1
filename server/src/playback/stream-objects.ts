import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectKey, Piece } from '@lakou/platform/storage/object-store';
import type { S3Objects } from '@lakou/platform/storage/s3-objects';
import { fileKind } from './stream-file-names.ts';
import type { FoundFile, ReadFile, StreamStore } from './stream-store.ts';

/** Beside Storage's buckets, which must be told that this folder is not one of theirs. */
export const STREAMS_FOLDER = 'streams';

/** Streams in an S3 bucket under `streams/<stream>/<file>`. */
export class StreamObjects implements StreamStore {
  readonly #objects: S3Objects;

  constructor(objects: S3Objects) {
    this.#objects = objects;
  }

  find(stream: string, file: string): Promise<FoundFile | undefined> {
    return this.#objects.find(keyOf(stream, file));
  }

  async read(stream: string, file: string, most: number): Promise<ReadFile | undefined> {
    const found = await this.find(stream, file);
    if (!found || found.size > most) return found;
    const bytes = await this.open(stream, file);
    return bytes && { ...found, bytes: await buffer(bytes) };
  }

  open(stream: string, file: string, piece?: Piece): Promise<Readable | undefined> {
    return this.#objects.open(keyOf(stream, file), piece);
  }

  async adopt(stream: string, file: string, path: string): Promise<void> {
    await this.#objects.adopt(keyOf(stream, file), path, { contentType: fileKind(file)?.type });
  }

  async *list(): AsyncIterable<string> {
    let last: string | undefined;
    for await (const { name, version } of this.#objects.list(`${STREAMS_FOLDER}/`)) {
      const [stream] = `${name}/${version}`.split('/');
      if (stream !== last && stream) yield stream;
      last = stream;
    }
  }

  async remove(stream: string): Promise<void> {
    const files: ObjectKey[] = [];
    for await (const key of this.#objects.list(`${STREAMS_FOLDER}/${stream}/`)) files.push(key);
    await this.#objects.remove(files);
  }
}

function keyOf(stream: string, file: string): ObjectKey {
  return { bucket: STREAMS_FOLDER, name: stream, version: file };
}
