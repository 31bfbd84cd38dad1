import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type ImageRow, listImages } from './object-rows.ts';
import { allWidths, nameRendition } from './picture-sizes.ts';
import type { OutputFormat } from './render-image.ts';
import { BACKGROUND, type RenderedImages, type Wanted } from './rendered-images.ts';
import type { StorageContext } from './storage-context.ts';
import { StorageError } from './storage-error.ts';

/** What browsers show today; others are made when they are asked for. */
const FORMATS: readonly OutputFormat[] = ['avif', 'webp'];
/** Made first, because it can stand in for most others. */
const FIRST_WIDTH = 640;
/** The first ones of a picture, after which all others get theirs. */
const FIRST_SIZES = 4;
/** Pictures that wait to be made; beyond that, they are made when they are asked for again. */
const MAX_PENDING = 1000;

/** Makes renditions one after the other, beside the requests. What a restart loses is made after it. */
export class BackgroundRenditions {
  readonly #images: RenderedImages;
  readonly #report: StorageContext['report'];
  readonly #pending = new Map<string, { row: ImageRow; wanted: Wanted[]; sizes: number }>();
  readonly #closed = new AbortController();
  readonly #turn = { share: BACKGROUND, signal: this.#closed.signal };
  #working: Promise<void> | undefined;
  #adding: Promise<void> | undefined;

  constructor(images: RenderedImages, report: StorageContext['report']) {
    this.#images = images;
    this.#report = report;
  }

  /** Pictures that wait. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** Makes this one, or the fixed sizes when none is named: all of them, or as many as are named. */
  add(row: ImageRow, wanted?: Wanted, sizes = Number.POSITIVE_INFINITY): void {
    const entry = this.#pending.get(row.version) ?? { row, wanted: [], sizes: 0 };
    if (this.#closed.signal.aborted || (this.#pending.size >= MAX_PENDING && !this.#pending.has(row.version)))
      return;
    if (!wanted) entry.sizes = Math.max(entry.sizes, sizes);
    else if (entry.wanted.length < MAX_PENDING) entry.wanted.push(wanted);
    this.#pending.set(row.version, entry);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** The first sizes of all pictures, then the others, as long as the cache has space. */
  addAll(database: Database): Promise<void> {
    this.#adding = this.#addSizes(database, FIRST_SIZES).then(() =>
      this.#addSizes(database, Number.POSITIVE_INFINITY),
    );
    return this.#adding;
  }

  async #addSizes(database: Database, sizes: number): Promise<void> {
    for await (const row of listImages(database)) {
      if (this.#closed.signal.aborted || !(await this.#images.files.hasSpace())) return;
      this.add(row, undefined, sizes);
      await this.idle();
    }
  }

  /** Resolves when nothing is left to be made. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#pending.clear();
    await this.#adding?.catch(() => {});
    await this.idle();
  }

  async #work(): Promise<void> {
    for (const [version, { row, wanted, sizes }] of this.#pending) {
      this.#pending.delete(version);
      try {
        await this.#make(row, wanted, sizes);
      } catch (error) {
        // A picture that cannot be read, or too much to do: a request for it says so, or tries again.
        if (!(error instanceof StorageError))
          this.#report({ request_id: randomUUID(), operation: 'background rendition', error });
      }
    }
  }

  async #make(row: ImageRow, wanted: readonly Wanted[], sizes: number): Promise<void> {
    const { source, names } = await this.#images.describe(row, this.#turn);
    const fixed = everySize(allWidths(source, this.#images.widths)).slice(0, sizes);
    const list = [...wanted, ...fixed];
    const missing = new Map(
      list
        .map((one) => [nameRendition(one.rendition, one.format), one] as const)
        .filter(([name]) => !names.has(name)),
    );
    if (missing.size === 0) return;
    await this.#images.make(row, source, [...missing.values()], this.#turn);
  }
}

function everySize(widths: readonly number[]): Wanted[] {
  const distance = (width: number) => Math.abs(Math.log(width / FIRST_WIDTH));
  return widths
    .toSorted((a, b) => distance(a) - distance(b))
    .flatMap((width) => FORMATS.map((format) => ({ rendition: { width }, format })));
}
