import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ObjectKey, ObjectStore } from './object-store.ts';
import { type Picture, type PictureRule, redrawPicture } from './redraw-picture.ts';
import { MAX_SOURCE_BYTES } from './render-image.ts';
import type { RenderQueue } from './render-queue.ts';
import { refuse, StorageError } from './storage-error.ts';

/** By bucket: these accept only pictures and store a re-encoded copy of each. */
export type PictureRules = Readonly<Record<string, PictureRule>>;

export class Pictures {
  readonly #rules: PictureRules;
  readonly #folder: string;
  readonly #queue: RenderQueue;

  /** `folder`: the one whose leftovers the sweep removes. */
  constructor(rules: PictureRules, folder: string, queue: RenderQueue) {
    this.#rules = rules;
    this.#folder = folder;
    this.#queue = queue;
  }

  ruleOf(bucket: string): PictureRule | undefined {
    return Object.hasOwn(this.#rules, bucket) ? this.#rules[bucket] : undefined;
  }

  /**
   * The upload goes to the disk first: many slow uploads must not fill the memory. `share`: whose turn it takes, see
   * RenderQueue.
   */
  async redraw(bytes: Readable, rule: PictureRule, share: string): Promise<Picture> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${randomUUID()}.bytes`);
    try {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
      return await this.#queue.run(path, async () => redrawPicture(await readFile(path), rule), { share });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The same for bytes that are stored already, which are read when it is their turn. */
  redrawObject(store: ObjectStore, key: ObjectKey, rule: PictureRule, share: string): Promise<Picture> {
    const read = async () => {
      const bytes = await store.open(key);
      if (!bytes) throw refuse.noSuchUpload();
      return buffer(bytes);
    };
    return this.#queue.run(key.version, async () => redrawPicture(await read(), rule), { share });
  }
}

/** For every picture bucket, because pictures are decoded in memory. */
export const MAX_PICTURE_BYTES = MAX_SOURCE_BYTES;

/** One error for every file that is not a picture, without the declared and the detected type. */
export function pictureRefusal(error: unknown): unknown {
  return error instanceof StorageError && error.code === 'InvalidMimeType'
    ? refuse.unreadablePicture()
    : error;
}
