import type { Readable } from 'node:stream';
import type { ByteRange, ObjectKey, S3ObjectStore } from '@lakou/platform/storage';
import { storeFolder } from './store-folder.ts';
import { fileKind } from './stream-file-names.ts';
import type { Allocate, FoundFile, NamedFile, ReadFile, StreamStore } from './stream-store.ts';

/** Beside the buckets of Storage, which has to ignore this folder. */
export const STREAMS_FOLDER = 'streams';

/** Streams in an S3 bucket under `streams/<stream>/<file>`. */
export class StreamObjects implements StreamStore {
  readonly #objects: S3ObjectStore;

  constructor(objects: S3ObjectStore) {
    this.#objects = objects;
  }

  find(stream: string, file: string): Promise<FoundFile | undefined> {
    return this.#objects.find(keyOf(stream, file));
  }

  async read(stream: string, file: string, allocate: Allocate): Promise<ReadFile | undefined> {
    const found = await this.find(stream, file);
    if (!found) return undefined;
    const bytes = allocate(found.size)?.subarray(0, found.size);
    if (!bytes) return { ...found, bytes };
    let at = 0;
    for await (const chunk of (await this.open(stream, file)) ?? []) {
      at += (chunk as Buffer).copy(bytes, at);
    }
    if (at !== found.size) throw new Error(`${file} changed while it was read`);
    return { ...found, bytes };
  }

  open(stream: string, file: string, piece?: ByteRange): Promise<Readable | undefined> {
    return this.#objects.open(keyOf(stream, file), piece);
  }

  signAddress(stream: string, file: string, seconds: number): Promise<URL> {
    return this.#objects.signAddress(keyOf(stream, file), seconds);
  }

  async adopt(stream: string, file: string, path: string): Promise<void> {
    await this.#objects.adopt(keyOf(stream, file), path, { contentType: fileKind(file)?.type });
  }

  lend(stream: string, file: string, path: string): Promise<boolean> {
    return this.#objects.lend(keyOf(stream, file), path);
  }

  linkFolder(stream: string, folder: string): Promise<void> {
    return storeFolder(this, stream, folder);
  }

  async *files(stream: string): AsyncIterable<NamedFile> {
    for await (const { name, version, size, since } of this.#objects.list(`${STREAMS_FOLDER}/${stream}/`)) {
      yield { name: `${name}/${version}`.slice(stream.length + 1), size, since };
    }
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

  async removeFile(stream: string, file: string): Promise<void> {
    await this.#objects.remove([keyOf(stream, file)]);
  }
}

function keyOf(stream: string, file: string): ObjectKey {
  return { bucket: STREAMS_FOLDER, name: stream, version: file };
}
