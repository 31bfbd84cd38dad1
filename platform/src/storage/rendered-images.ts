import { createHash } from 'node:crypto';
import { acceptedFormats } from './choose-format.ts';
import type { Transformation } from './links.ts';
import { type ImageRow, keyOf } from './object-rows.ts';
import type { ObjectStore } from './object-store.ts';
import { chooseRendition, decodedWidth, nameRendition, type Rendition } from './picture-sizes.ts';
import {
  decodeImage,
  encodeImage,
  MAX_SOURCE_BYTES,
  type OutputFormat,
  readImageHeader,
  type Source,
} from './render-image.ts';
import type { RenderQueue, Turn } from './render-queue.ts';
import type { KnownPicture, RenditionFiles } from './rendition-files.ts';
import { findStandIn, MAX_ORIGINAL_BYTES } from './stand-in.ts';
import { refuse } from './storage-error.ts';

export interface RenderedImage {
  bytes: Buffer;
  contentType: string;
  etag: string;
  /** Another size or format than the wanted one, which is still being made. */
  isStandIn: boolean;
}

export interface RenderRequest extends Turn {
  transformation: Transformation;
  accept: string | null;
  /** A link to a small picture must not show a larger one. */
  exactOnly: boolean;
}

export interface Wanted {
  rendition: Rendition;
  format: OutputFormat;
}

/** Whose turn it is in the queue when nobody waits. */
export const BACKGROUND = 'background';

/** How many renditions were encoded since the start. */
export interface DrawnPictures {
  /** While a request waited. */
  forRequests: number;
  inBackground: number;
}

interface Parts {
  files: RenditionFiles;
  store: ObjectStore;
  queue: RenderQueue;
  /** Of its own, so that reading a header never waits for an encoder. */
  headers: RenderQueue;
}

/** Pictures in a fixed set of sizes and formats. What is there is sent at once; the rest is drawn in turns. */
export class RenderedImages {
  readonly widths: readonly number[];
  readonly files: RenditionFiles;
  readonly #store: ObjectStore;
  readonly #queue: RenderQueue;
  readonly #headers: RenderQueue;
  readonly drawn: DrawnPictures = { forRequests: 0, inBackground: 0 };

  constructor(parts: Parts, widths: readonly number[]) {
    this.files = parts.files;
    this.#store = parts.store;
    this.#queue = parts.queue;
    this.#headers = parts.headers;
    this.widths = widths;
  }

  /** `later` gets the wanted rendition when another one is sent instead. */
  async get(
    row: ImageRow,
    request: RenderRequest,
    later: (row: ImageRow, wanted: Wanted) => void,
  ): Promise<RenderedImage> {
    const known = await this.#describeForRequest(row, request);
    const formats = acceptedFormats(request.transformation, request.accept, known.source.format);
    const format = formats[0] as OutputFormat;
    const rendition = chooseRendition(request.transformation, known.source, this.widths);
    const name = nameRendition(rendition, format);
    const ready = known.names.has(name) ? await this.files.read(row.version, name) : undefined;
    if (ready) return answer(row, name, format, ready);
    const standIn = request.exactOnly ? undefined : findStandIn(row, known, rendition, formats);
    const bytes = standIn && (await this.#readStandIn(row, standIn.name));
    if (standIn && bytes) {
      later(row, { rendition, format });
      return { ...answer(row, standIn.name ?? 'original', standIn.format, bytes), isStandIn: true };
    }
    return answer(row, name, format, await this.#draw(row, known.source, { rendition, format }, request));
  }

  /** Of a picture that can stand in for its renditions, the header is enough. */
  async #describeForRequest(row: ImageRow, request: RenderRequest): Promise<KnownPicture> {
    const known = await this.files.find(row.version);
    if (known) return known;
    const isSmall = (row.metadata?.size ?? Number.POSITIVE_INFINITY) <= MAX_ORIGINAL_BYTES;
    if (!isSmall || request.exactOnly) return this.describe(row, request, 'forRequests');
    const read = async () => readImageHeader(await this.readSource(row));
    return { source: await this.#headers.run(row.version, read, request), names: new Set() };
  }

  /** Reads a picture once: its smallest rendition proves that it can be read. */
  async describe(
    row: ImageRow,
    turn: Turn,
    reason: keyof DrawnPictures = 'inBackground',
  ): Promise<KnownPicture> {
    const known = await this.files.find(row.version);
    if (known) return known;
    return this.#queue.run(
      `describe ${row.version}`,
      async () => {
        this.drawn[reason] += 1;
        const rendition = { width: this.widths[0] as number };
        const { source, pixels } = await decodeImage(await this.readSource(row), rendition.width);
        const name = nameRendition(rendition, 'webp');
        await this.#save(row, name, await encodeImage(pixels, rendition, source, 'webp'));
        // A picture that cannot be cached is still served.
        await this.files.describe(row.version, source).catch(() => {});
        return { source, names: new Set([name]) };
      },
      turn,
    );
  }

  /** The smallest rendition, which pages show until the picture is there. Made in the background. */
  async preview(row: ImageRow): Promise<Buffer | undefined> {
    const wanted: Wanted = { rendition: { width: this.widths[0] as number }, format: 'webp' };
    const name = nameRendition(wanted.rendition, wanted.format);
    const turn = { share: BACKGROUND };
    const { source, names } = await this.describe(row, turn);
    if (!names.has(name)) await this.make(row, source, [wanted], turn);
    return this.files.read(row.version, name);
  }

  /** Draws what is missing of these, in their order, from one decoding. */
  async make(row: ImageRow, source: Source, wanted: readonly Wanted[], turn: Turn): Promise<void> {
    const width = widest(wanted, source);
    const { pixels } = await this.#queue.run(
      `decode ${row.version} ${width}`,
      async () => decodeImage(await this.readSource(row), width),
      turn,
    );
    for (const { rendition, format } of wanted) {
      const name = nameRendition(rendition, format);
      const draw = async () => {
        this.drawn.inBackground += 1;
        const bytes = await encodeImage(pixels, rendition, source, format);
        await this.#save(row, name, bytes);
        return bytes;
      };
      await this.#queue.run(`${row.version} ${name}`, draw, turn);
    }
  }

  #draw(row: ImageRow, source: Source, wanted: Wanted, turn: Turn): Promise<Buffer> {
    const { rendition, format } = wanted;
    const name = nameRendition(rendition, format);
    return this.#queue.run(
      `${row.version} ${name}`,
      async () => {
        this.drawn.forRequests += 1;
        const { pixels } = await decodeImage(await this.readSource(row), widest([wanted], source));
        const bytes = await encodeImage(pixels, rendition, source, format);
        await this.#save(row, name, bytes);
        return bytes;
      },
      turn,
    );
  }

  async #save(row: ImageRow, name: string, bytes: Buffer): Promise<void> {
    await this.files.write(row.version, name, bytes).catch(() => {});
  }

  #readStandIn(row: ImageRow, name: string | undefined): Promise<Buffer | undefined> {
    return name === undefined ? this.readSource(row) : this.files.read(row.version, name);
  }

  async readSource(row: ImageRow): Promise<Buffer> {
    if ((row.metadata?.size ?? 0) > MAX_SOURCE_BYTES) throw refuse.invalidImage();
    const bytes = await this.#store.open(keyOf(row), undefined);
    if (!bytes) throw refuse.noSuchKey();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of bytes) {
      length += (chunk as Buffer).length;
      if (length > MAX_SOURCE_BYTES) throw refuse.invalidImage();
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks);
  }
}

function widest(wanted: readonly Wanted[], source: Source): number {
  return Math.max(...wanted.map(({ rendition }) => decodedWidth(rendition, source)));
}

function answer(row: ImageRow, name: string, format: OutputFormat, bytes: Buffer): RenderedImage {
  const digest = createHash('sha256').update(`${row.version} ${name}`).digest('hex');
  return { bytes, contentType: `image/${format}`, etag: `"${digest.slice(0, 32)}"`, isStandIn: false };
}
