import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { syncFolder } from './unpack-tar.ts';

const pack = promisify(gzip);
const finished = /^lakou-.*\.tar\.gz$/;
const unfinished = /^\.lakou-.*\.tmp$/;

/** Stores the newest dumps of a database in a folder. A file under its final name is always complete. */
export class Backups {
  readonly #folder: string;
  readonly #keep: number;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(folder: string, keep: number) {
    this.#folder = folder;
    this.#keep = keep;
  }

  /**
   * Returns the new file's path. It opens with `openEmbedded({ folder, template: path })`. One at a time: each deletes
   * the unfinished files that it finds.
   */
  add(tar: Buffer): Promise<string> {
    const added = this.#previous.then(() => this.#write(tar));
    this.#previous = added.catch(() => {});
    return added;
  }

  async #write(tar: Buffer): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    await this.#remove((await this.#names(unfinished)).map((name) => join(this.#folder, name)));
    const name = `lakou-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
    const path = join(this.#folder, name);
    const aside = join(this.#folder, `.${name}.tmp`);
    try {
      await writeToDisk(aside, await pack(tar));
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    syncFolder(this.#folder);
    const old = (await this.#names(finished)).slice(this.#keep);
    await this.#remove(old.map((each) => join(this.#folder, each)));
    return path;
  }

  /** Newest first: the name begins with the time. */
  async #names(pattern: RegExp): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names
      .filter((name) => pattern.test(name))
      .toSorted()
      .toReversed();
  }

  async #remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(path, { force: true });
  }
}

async function writeToDisk(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
