import { randomUUID } from 'node:crypto';
import { close, constants, createReadStream, type Dirent, fstat, open, read } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ByteRange } from '@lakou/platform/storage';
import { isStreamId } from './stream-file-names.ts';
import type { Allocate, FoundFile, NamedFile, ReadFile, StreamStore } from './stream-store.ts';

// By descriptor: reading through a FileHandle's promises costs a quarter of the throughput.
const openFile = promisify(open);
const statFile = promisify(fstat);
const readFile = promisify(read);
const closeFile = promisify(close);

/** For files that are too large for the cache. Each slow client holds one. */
const CHUNK_BYTES = 256 * 1024;

/** Streams on this machine's disk: `<folder>/<stream>/<file>`. */
export class StreamFiles implements StreamStore {
  readonly #folder: string;
  readonly #isShared: boolean;

  /** `isShared`: other users of this machine, such as nginx, can read segments, whatever the umask is. */
  constructor(folder: string, { isShared = false } = {}) {
    this.#folder = folder;
    this.#isShared = isShared;
  }

  async find(stream: string, file: string): Promise<FoundFile | undefined> {
    const found = await stat(this.#path(stream, file)).catch(ignoreMissing);
    return found?.isFile() ? { size: found.size, since: found.mtime } : undefined;
  }

  async read(stream: string, file: string, allocate: Allocate): Promise<ReadFile | undefined> {
    const fd = await openFile(this.#path(stream, file), 'r').catch(ignoreMissing);
    if (fd === undefined) return undefined;
    try {
      const { size, mtime: since } = await statFile(fd);
      const bytes = allocate(size)?.subarray(0, size);
      if (!bytes) return { size, since, bytes };
      for (let at = 0; at < size; ) {
        const { bytesRead } = await readFile(fd, bytes, at, size - at, at);
        if (bytesRead === 0) throw new Error(`${file} became shorter while it was read`);
        at += bytesRead;
      }
      return { size, since, bytes };
    } finally {
      await closeFile(fd);
    }
  }

  async open(stream: string, file: string, piece?: ByteRange): Promise<Readable | undefined> {
    const fd = await openFile(this.#path(stream, file), 'r').catch(ignoreMissing);
    if (fd === undefined) return undefined;
    return createReadStream('', {
      fd,
      highWaterMark: CHUNK_BYTES,
      start: piece?.first ?? 0,
      ...(piece ? { end: piece.last } : {}),
    });
  }

  /** A hard link where possible, otherwise a copy. Renamed into place when complete. */
  async adopt(stream: string, file: string, path: string): Promise<void> {
    const place = this.#path(stream, file);
    await mkdir(dirname(place), { recursive: true });
    const aside = `${place}.${randomUUID()}`;
    try {
      // The encoder writes other files again, so only segments and pieces can be linked.
      if (/\.(m4s|piece)$/.test(file)) await link(path, aside).catch(() => copy(path, aside));
      else await copy(path, aside);
      if (this.#isShared) await this.#share(stream, file, aside);
      await rename(aside, place);
    } finally {
      // Renaming one name of a file onto another name of it leaves both.
      await rm(aside, { force: true });
    }
  }

  async lend(stream: string, file: string, path: string): Promise<boolean> {
    const place = this.#path(stream, file);
    if (!(await this.find(stream, file))) return false;
    await link(place, path).catch(() => copy(place, path));
    return true;
  }

  /** Segments, which are encrypted, videos of interpreters, which are not, and the way to them. */
  async #share(stream: string, file: string, aside: string): Promise<void> {
    if (!/\.(m4s|mp4)$/.test(file)) return;
    for (const folder of [this.#folder, this.#path(stream, ''), dirname(aside)]) await chmod(folder, 0o711);
    await chmod(aside, 0o644);
  }

  /** One symbolic link per entry, so that files added to the stream stay out of the linked folder. */
  async linkFolder(stream: string, folder: string): Promise<void> {
    await mkdir(this.#path(stream, ''), { recursive: true });
    for (const name of await readdir(folder)) {
      const [target, place] = [join(folder, name), this.#path(stream, name)];
      await symlink(target, place).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        await rm(place, { recursive: true, force: true });
        await symlink(target, place);
      });
    }
  }

  async *files(stream: string, folder = ''): AsyncIterable<NamedFile> {
    const names = (await readdir(this.#path(stream, folder)).catch(ignoreMissing)) ?? [];
    for (const name of names) {
      const file = folder ? `${folder}/${name}` : name;
      // Linked folders are symbolic links; their targets count.
      const found = await stat(this.#path(stream, file)).catch(ignoreMissing);
      if (found?.isDirectory()) yield* this.files(stream, file);
      else if (found?.isFile()) yield { name: file, size: found.size, since: found.mtime };
    }
  }

  async *list(): AsyncIterable<string> {
    const entries: Dirent[] =
      (await readdir(this.#folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
    for (const entry of entries) if (entry.isDirectory() && isStreamId(entry.name)) yield entry.name;
  }

  async remove(stream: string): Promise<void> {
    await rm(this.#path(stream, ''), { recursive: true, force: true });
  }

  async removeFile(stream: string, file: string): Promise<void> {
    await rm(this.#path(stream, file), { force: true });
  }

  /** Names from requests are checked before; this is a second check. */
  #path(stream: string, file: string): string {
    if (!isStreamId(stream) || file.split('/').includes('..')) throw new Error(`no stream's file: ${file}`);
    return join(this.#folder, stream, file);
  }
}

function copy(from: string, to: string): Promise<void> {
  return copyFile(from, to, constants.COPYFILE_FICLONE);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
