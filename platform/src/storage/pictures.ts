import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DrawingTurns } from './drawing-turns.ts';
import { type Picture, type PictureRule, redrawPicture } from './redraw-picture.ts';
import { LARGEST_SOURCE } from './render-image.ts';
import { refuse, StorageError } from './storage-error.ts';

/** By bucket: these take pictures only, and keep their own drawing of each instead of what was sent. */
export type PictureRules = Readonly<Record<string, PictureRule>>;

export class Pictures {
  readonly #rules: PictureRules;
  readonly #folder: string;
  readonly #turns: DrawingTurns;

  /** `folder`: where whatever is left lying is cleared away. */
  constructor(rules: PictureRules, folder: string, turns: DrawingTurns) {
    this.#rules = rules;
    this.#folder = folder;
    this.#turns = turns;
  }

  ruleOf(bucket: string): PictureRule | undefined {
    return Object.hasOwn(this.#rules, bucket) ? this.#rules[bucket] : undefined;
  }

  /** The picture waits for its turn on the disk: a hundred slow senders must not fill the memory. */
  async redraw(bytes: Readable, rule: PictureRule): Promise<Picture> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, `${randomUUID()}.bytes`);
    try {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
      return await this.redrawFile(path, rule);
    } finally {
      await rm(path, { force: true });
    }
  }

  redrawFile(path: string, rule: PictureRule): Promise<Picture> {
    return this.#turns.take(async () => redrawPicture(await readFile(path), rule));
  }
}

/** No rule lets a picture be larger than this: it is unpacked in memory. */
export const LARGEST_PICTURE = LARGEST_SOURCE;

/** The owner of a picture is told that it is none, not which type was declared and which found. */
export function pictureRefusal(error: unknown): unknown {
  return error instanceof StorageError && error.code === 'InvalidMimeType'
    ? refuse.unreadablePicture()
    : error;
}
