import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

  /** The upload goes to the disk first: many slow uploads must not fill the memory. */
  async redraw(bytes: Readable, rule: PictureRule, share: string): Promise<Picture> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${randomUUID()}.bytes`);
    try {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
      return await this.redrawFile(path, rule, share);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** `share`: whose turn it takes, see RenderQueue. */
  redrawFile(path: string, rule: PictureRule, share: string): Promise<Picture> {
    return this.#queue.run(path, async () => redrawPicture(await readFile(path), rule), { share });
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
