import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transformation } from './links.ts';
import { keyOf, type ObjectRow } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { MAX_SOURCE_BYTES, type OutputFormat, renderImage } from './render-image.ts';
import type { RenderQueue } from './render-queue.ts';
import { refuse } from './storage-error.ts';

export interface RenderedImage {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

export interface RenderLimits {
  /** How many pictures are rendered at once, and how many can wait. */
  parallel: number;
  waiting: number;
  /** The size of the cache on the disk. */
  cacheBytes: number;
}

/**
 * A cache of rendered pictures on the disk, by the digest of the object's version and the transformation, so that a
 * replaced picture is never shown again. The least recently used go first.
 */
export class RenderedImages {
  readonly #folder: string;
  readonly #store: ObjectStore;
  readonly #limits: RenderLimits;
  readonly #turns: RenderQueue;
  readonly #drawing = new Map<string, Promise<RenderedImage>>();
  #bytes: number | undefined;

  constructor(folder: string, store: ObjectStore, limits: RenderLimits, turns: RenderQueue) {
    this.#folder = folder;
    this.#store = store;
    this.#limits = limits;
    this.#turns = turns;
  }

  async get(
    row: ObjectRow,
    transformation: Transformation,
    format: OutputFormat | undefined,
  ): Promise<RenderedImage> {
    const { width, height, resize, quality } = transformation;
    const cacheKey = JSON.stringify([row.version, width, height, resize, quality, format]);
    const digest = createHash('sha256').update(cacheKey).digest('hex');
    const cached = await this.#read(digest);
    if (cached) return cached;
    // Simultaneous requests share one rendering.
    const drawing =
      this.#drawing.get(digest) ??
      this.#draw(digest, row, transformation, format).finally(() => this.#drawing.delete(digest));
    this.#drawing.set(digest, drawing);
    return drawing;
  }

  async #draw(
    digest: string,
    row: ObjectRow,
    transformation: Transformation,
    format: OutputFormat | undefined,
  ): Promise<RenderedImage> {
    return this.#turns.take(async () => {
      const { bytes, contentType } = await renderImage(await this.#source(row), transformation, format);
      // A picture that cannot be cached is still served.
      await this.#save(digest, contentType, bytes).catch(() => {});
      return { bytes, contentType, etag: etagOf(digest) };
    });
  }

  async #source(row: ObjectRow): Promise<Buffer> {
    if ((row.metadata?.size ?? 0) > MAX_SOURCE_BYTES)
      throw refuse.invalidRequest('The image is too large to be rendered');
    const bytes = await this.#store.open(keyOf(row), undefined);
    if (!bytes) throw refuse.noSuchKey();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of bytes) {
      length += (chunk as Buffer).length;
      if (length > MAX_SOURCE_BYTES) throw refuse.invalidRequest('The image is too large to be rendered');
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  }

  #path(digest: string, extension: string): string {
    return join(this.#folder, digest.slice(0, 2), `${digest}.${extension}`);
  }

  async #read(digest: string): Promise<RenderedImage | undefined> {
    const folder = dirname(this.#path(digest, ''));
    const name = (await readdir(folder).catch(() => [])).find((entry) => entry.startsWith(`${digest}.`));
    if (name === undefined) return undefined;
    const path = join(folder, name);
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) return undefined;
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
    return { bytes, contentType: `image/${name.slice(digest.length + 1)}`, etag: etagOf(digest) };
  }

  /** Not synced: what a power cut loses is rendered again. */
  async #save(digest: string, contentType: string, bytes: Buffer): Promise<void> {
    const path = this.#path(digest, contentType.slice('image/'.length));
    await mkdir(dirname(path), { recursive: true });
    const aside = join(dirname(path), `.${randomUUID()}`);
    await writeFile(aside, bytes);
    await rename(aside, path);
    this.#bytes =
      (this.#bytes ?? (await this.#survey()).reduce((sum, { size }) => sum + size, 0)) + bytes.length;
    if (this.#bytes > this.#limits.cacheBytes) await this.trim();
  }

  /** Removes the least recently used files. */
  async trim(): Promise<void> {
    const files = (await this.#survey()).sort((a, b) => a.used - b.used);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files) {
      if (bytes <= this.#limits.cacheBytes * 0.8) break;
      await rm(path, { force: true });
      bytes -= size;
    }
    this.#bytes = bytes;
  }

  async #survey(): Promise<{ path: string; size: number; used: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const files = paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found ? [{ path, size: found.size, used: found.mtimeMs }] : [];
    });
    return (await Promise.all(files)).flat();
  }
}

function etagOf(digest: string): string {
  return `"${digest.slice(0, 32)}"`;
}
