import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Objects as files: `<folder>/<bucket>/<name>/<version>`, as Supabase's own file backend lays them out. A version is
 * written aside, synced and renamed, so that a file which exists is whole.
 */
export class ObjectFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(bucket: string, name: string, bytes: Uint8Array): Promise<{ version: string; etag: string }> {
    const version = randomUUID();
    const path = this.#path(bucket, name, version);
    await mkdir(dirname(path), { recursive: true });
    const aside = `${path}.partial`;
    try {
      const file = await open(aside, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return { version, etag: etagOf(bytes) };
  }

  async find(
    bucket: string,
    name: string,
    version: string,
  ): Promise<{ size: number; open: () => Readable } | undefined> {
    const path = this.#path(bucket, name, version);
    const found = await stat(path).catch(() => undefined);
    // A buffer of 1 MB moves almost twice what the default of 64 KB does.
    return found?.isFile()
      ? { size: found.size, open: () => createReadStream(path, { highWaterMark: 1 << 20 }) }
      : undefined;
  }

  /** Names come from rows of storage.objects; the check is for the row that should never have been written. */
  #path(bucket: string, name: string, version: string): string {
    const parts = [bucket, ...name.split('/'), version];
    if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
      throw new Error(`not an object name: ${JSON.stringify(name)}`);
    }
    return join(this.#folder, ...parts);
  }
}

/** As Storage and S3 make it: the quoted MD5 of the content. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
