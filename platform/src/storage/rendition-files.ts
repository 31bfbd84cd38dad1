import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OutputFormat, Source } from './render-image.ts';

/** What a folder's names tell: the picture's own size and format, and which renditions there are. */
export interface KnownPicture {
  source: Source;
  names: ReadonlySet<string>;
}

/** The name of the file that says what a picture itself is. */
const SOURCE = /^source-(\d+)x(\d+)\.([a-z]+)$/;

/** Part of every folder's name: pictures made with other settings are made again. Those of the demo with `npm run artwork`. */
const SETTINGS = 'fixed sizes, 1';

export function nameSource({ width, height, format }: Source): string {
  return `source-${width}x${height}.${format}`;
}

/** What the file system needs for a file; counted, so that the number of files is limited too. */
const FILE_BYTES = 512;

/**
 * Renditions on this machine's disk, one folder per version of an object, so that a replaced picture is never shown
 * again. The file names say everything, and one listing answers a request. The least recently used go first.
 */
export class RenditionFiles {
  readonly #folder: string;
  readonly #limit: number;
  #bytes: number | undefined;
  readonly #drawn = new Map<string, string>();

  constructor(folder: string, limit: number) {
    this.#folder = folder;
    this.#limit = limit;
  }

  /** Undefined for a picture that was never read. */
  async find(version: string): Promise<KnownPicture | undefined> {
    const found = await this.#list(version);
    const folder = this.#drawn.get(version);
    if (found || folder === undefined) return found;
    await this.#takeDrawn(version, folder).catch(() => {});
    return this.#list(version);
  }

  async #list(version: string): Promise<KnownPicture | undefined> {
    const names = await readdir(this.#path(version)).catch(() => []);
    for (const name of names) {
      const [, width, height, format] = SOURCE.exec(name) ?? [];
      if (!format) continue;
      const source = { width: Number(width), height: Number(height), format: format as OutputFormat };
      return { source, names: new Set(names) };
    }
    return undefined;
  }

  async read(version: string, name: string): Promise<Buffer | undefined> {
    const path = join(this.#path(version), name);
    const bytes = await readFile(path).catch(() => undefined);
    const now = new Date();
    if (bytes) await utimes(path, now, now).catch(() => {});
    return bytes;
  }

  /** An empty file whose name says it. */
  async describe(version: string, source: Source): Promise<void> {
    await this.write(version, nameSource(source), Buffer.alloc(0));
  }

  /** Not synced: what a power cut loses is rendered again. */
  async write(version: string, name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#path(version), name);
    await mkdir(dirname(path), { recursive: true });
    const aside = join(dirname(path), `.${randomUUID()}`);
    await writeFile(aside, bytes);
    await rename(aside, path);
    this.#bytes = (await this.size()) + bytes.length + FILE_BYTES;
    if (this.#bytes > this.#limit) await this.trim();
  }

  /** From a folder that was drawn beforehand, with the same names as one of ours, whatever a version has is taken when it is first looked for. */
  adopt(version: string, folder: string): void {
    this.#drawn.set(version, folder);
  }

  /** The one that says what the picture is comes last: with it, they are complete. */
  async #takeDrawn(version: string, folder: string): Promise<void> {
    const own = this.#path(version);
    await mkdir(own, { recursive: true });
    for (const name of (await readdir(folder)).sort(
      (a, b) => Number(SOURCE.test(a)) - Number(SOURCE.test(b)),
    )) {
      const [from, to] = [join(folder, name), join(own, name)];
      await link(from, to)
        .catch(() => copyFile(from, to, constants.COPYFILE_EXCL))
        .catch(ignoreExisting);
    }
    // Counted again before the next one is written.
    this.#bytes = undefined;
  }

  /** Removes all renditions of a version; they are made again when they are asked for. */
  async remove(version: string): Promise<void> {
    const folder = this.#path(version);
    const sizes = (await readdir(folder).catch(() => [])).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found ? found.size + FILE_BYTES : 0;
    });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await rm(folder, { recursive: true, force: true });
    if (this.#bytes !== undefined) this.#bytes = Math.max(0, this.#bytes - bytes);
  }

  /** Whether more can be added without removing what others look at. */
  async hasSpace(): Promise<boolean> {
    return (await this.size()) < this.#limit * 0.7;
  }

  async size(): Promise<number> {
    this.#bytes ??= (await this.#survey()).reduce((sum, { size }) => sum + size, 0);
    return this.#bytes;
  }

  async trim(): Promise<void> {
    const files = (await this.#survey()).sort((a, b) => a.used - b.used);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files) {
      if (bytes <= this.#limit * 0.8) break;
      await rm(path, { force: true });
      // Fails as long as the folder holds something.
      await rmdir(dirname(path)).catch(() => {});
      bytes -= size;
    }
    this.#bytes = bytes;
  }

  /** Rows can have been written past our own checks, so a version is no file name. */
  #path(version: string): string {
    const digest = createHash('sha256').update(`${SETTINGS}/${version}`).digest('hex');
    return join(this.#folder, digest.slice(0, 2), digest);
  }

  async #survey(): Promise<{ path: string; size: number; used: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found ? [{ path, size: found.size + FILE_BYTES, used: found.mtimeMs }] : [];
    });
    return (await Promise.all(files)).flat();
  }
}

/** Another request is taking the same. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
