import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore, StoredObject } from './object-store.ts';
import type { UnfinishedUpload, UploadBytes } from './upload-bytes.ts';

const WRITE_BYTES = 1 << 20;

/** Each upload is a file that grows, and that the finished object shares. */
export class DiskUploadBytes implements UploadBytes {
  readonly #folder: string;
  readonly #store: ObjectStore;

  constructor(folder: string, store: ObjectStore) {
    this.#folder = folder;
    this.#store = store;
  }

  async begin({ id }: UnfinishedUpload): Promise<undefined> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#path(id), '', { flag: 'wx' });
  }

  async length({ id }: UnfinishedUpload): Promise<number | undefined> {
    const found = await stat(this.#path(id)).catch(() => undefined);
    return found?.size;
  }

  async append({ id }: UnfinishedUpload, offset: number, chunks: AsyncIterable<Buffer>): Promise<number> {
    let end = offset;
    await pipeline(
      chunks,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          end += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(this.#path(id), { flags: 'r+', start: offset, highWaterMark: WRITE_BYTES }),
    );
    return end;
  }

  complete({ id, plan }: UnfinishedUpload): Promise<StoredObject> {
    return this.#store.adopt(plan, this.#path(id), { contentType: plan.metadata.mimetype });
  }

  async remove({ id }: UnfinishedUpload): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  async removeLeftovers(before: Date): Promise<void> {
    await removeOldFiles(this.#folder, before);
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.bytes`);
  }
}

export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}
