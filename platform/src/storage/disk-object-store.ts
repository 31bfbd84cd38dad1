import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream, open as openCallback } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { filesBelow } from './files-below.ts';
import { isBucketName, isObjectName } from './object-name.ts';
import type { ByteRange, FoundObject, ObjectKey, ObjectStore, StoredObject } from './object-store.ts';
import { refuse } from './storage-error.ts';

const openFile = promisify(openCallback);

/** Measured: almost twice the throughput of the default of 64 KB. */
const READ_BYTES = 1 << 20;

/** Hashing a film takes as long as storing it. S3 does not hash beyond about this size either, where parts begin. */
const HASHED_BYTES = 8 << 20;

const cannotLink = new Set(['EXDEV', 'EPERM', 'ENOSYS', 'ENOTSUP', 'EMLINK']);

/**
 * Objects as files: `<folder>/objects/<bucket>/<name>/<version>`, the layout of Supabase's own file backend.
 * A version is written to `incoming`, synced and renamed, so that a file under its final name is complete.
 */
export class DiskObjectStore implements ObjectStore {
  readonly #objects: string;
  readonly #incoming: string;

  constructor(folder: string) {
    this.#objects = join(folder, 'objects');
    this.#incoming = join(folder, 'incoming');
  }

  async put(key: ObjectKey, bytes: Readable | Uint8Array): Promise<StoredObject> {
    const path = this.#path(key);
    await mkdir(this.#incoming, { recursive: true });
    const aside = join(this.#incoming, randomUUID());
    const hash = createHash('md5');
    let size = 0;
    async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        if (size <= HASHED_BYTES) hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    try {
      const source = bytes instanceof Readable ? bytes : Readable.from([Buffer.from(bytes)]);
      // `flush` syncs the file before it is closed.
      await pipeline(
        source,
        measured,
        createWriteStream(aside, { flags: 'wx', flush: true, highWaterMark: READ_BYTES }),
      );
      await this.#enter(path, () => rename(aside, path));
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return { size, etag: size <= HASHED_BYTES ? `"${hash.digest('hex')}"` : etagOfParts(key) };
  }

  async adopt(key: ObjectKey, source: string): Promise<StoredObject> {
    const path = this.#path(key);
    const file = await open(source, 'r');
    let size: number;
    try {
      await file.sync();
      size = (await file.stat()).size;
    } finally {
      await file.close();
    }
    // It may have been adopted before.
    if ((await this.find(key))?.size !== size) await this.#enter(path, () => this.#share(source, path));
    return { size, etag: etagOfParts(key) };
  }

  async find(key: ObjectKey): Promise<FoundObject | undefined> {
    const found = await stat(this.#path(key)).catch(ignoreMissing);
    // The change time: a renamed or linked file keeps its old modification time.
    return found?.isFile() ? { size: found.size, since: found.ctime } : undefined;
  }

  async open(key: ObjectKey, range?: ByteRange): Promise<Readable | undefined> {
    const file = await openFile(this.#path(key), 'r').catch(ignoreMissing);
    if (file === undefined) return undefined;
    // By descriptor: reading through a FileHandle's promises costs a quarter of the throughput.
    return createReadStream('', {
      fd: file,
      highWaterMark: READ_BYTES,
      start: range?.first ?? 0,
      ...(range ? { end: range.last } : {}),
    });
  }

  async lend(key: ObjectKey, path: string): Promise<boolean> {
    const source = this.#path(key);
    if (!(await this.find(key))) return false;
    await rm(path, { force: true });
    await this.#share(source, path);
    return true;
  }

  async copy(from: ObjectKey, to: ObjectKey): Promise<void> {
    const [source, path] = [this.#path(from), this.#path(to)];
    await this.#enter(path, () => this.#share(source, path));
  }

  async remove(keys: readonly ObjectKey[]): Promise<void> {
    for (const key of keys) {
      const path = this.#path(key);
      await rm(path, { force: true });
      await this.#removeEmptyFolders(dirname(path));
    }
  }

  list(): AsyncIterable<ObjectKey & FoundObject> {
    return this.listAfter('');
  }

  async *listAfter(last: string): AsyncIterable<ObjectKey & FoundObject> {
    for await (const path of filesBelow(this.#objects, last.split('/'))) {
      const parts = relative(this.#objects, path).split(sep);
      const key = { bucket: parts[0] ?? '', name: parts.slice(1, -1).join('/'), version: parts.at(-1) ?? '' };
      const found = isKey(key) ? await this.find(key) : undefined;
      if (found) yield { ...key, ...found };
    }
  }

  async removeIncompleteWrites(before: Date): Promise<number> {
    let removed = 0;
    for await (const path of filesBelow(this.#incoming)) {
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Puts a finished file at its path and syncs the folders, so that it survives a power cut. */
  async #enter(path: string, readObjectPath: () => Promise<void>): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const made = await mkdir(folder, { recursive: true });
        await readObjectPath();
        for (const changed of changedFolders(folder, made)) await syncPath(changed);
        return;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // The folder's last object, and so the folder, was removed between the two steps.
        if (code === 'ENOENT' && attempt < 5) continue;
        // A part of the name is another object's version file: `a/<version of a>/b`.
        if (code === 'ENOTDIR' || code === 'EEXIST') throw refuse.invalidKey(relative(this.#objects, path));
        throw error;
      }
    }
  }

  /** A hard link; a copy where the file system cannot link. */
  async #share(source: string, path: string): Promise<void> {
    try {
      await link(source, path);
    } catch (error) {
      if (!cannotLink.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await mkdir(this.#incoming, { recursive: true });
      const aside = join(this.#incoming, randomUUID());
      try {
        await copyFile(source, aside, constants.COPYFILE_FICLONE);
        await syncPath(aside);
        await rename(aside, path);
      } finally {
        await rm(aside, { force: true });
      }
    }
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let at = folder; at.length > this.#objects.length; at = dirname(at)) {
      try {
        await rmdir(at);
      } catch {
        return;
      }
    }
  }

  /** Names are checked on upload; this check is for rows that were written past it. */
  #path(key: ObjectKey): string {
    if (!isKey(key)) throw refuse.invalidKey(key.name);
    return join(this.#objects, key.bucket, ...key.name.split('/'), key.version);
  }
}

function isKey({ bucket, name, version }: ObjectKey): boolean {
  return isBucketName(bucket) && isObjectName(name) && /^[\w-]{1,100}$/.test(version);
}

/** The quoted MD5 of the content, as in Storage and S3. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Not a digest of the content but unique per version, as S3 does for multipart uploads. */
function etagOfParts({ version }: ObjectKey): string {
  return `"${version.replaceAll('-', '')}-1"`;
}

function changedFolders(folder: string, firstMade: string | undefined): string[] {
  const changed = [folder];
  if (firstMade === undefined) return changed;
  for (let at = folder; at.length >= firstMade.length; at = dirname(at)) changed.push(dirname(at));
  return changed;
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
