import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';

const CHUNK = 1 << 20;
const HEADER_SIZE = 512;

export interface Written {
  size: number;
  sha256: string;
}

/** Writes a tar that any `tar` can read: one entry after the other, each of a size known beforehand. */
export class TarWriter {
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;

  private constructor(path: string) {
    // `flush`: on the disk before it counts as written.
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack as AsyncIterable<Buffer>, file);
    // Reported by the next call.
    this.#written.catch(() => {});
  }

  static create(path: string): TarWriter {
    return new TarWriter(path);
  }

  async add(name: string, size: number, content: Readable | Buffer): Promise<Written> {
    const hash = createHash('sha256');
    const entry = this.#pack.entry({ name, size, type: 'file', mode: 0o600 });
    const source = content instanceof Readable ? content : Readable.from([content]);
    const copied = pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        let left = size;
        for await (const chunk of chunks) {
          hash.update(chunk);
          left -= chunk.length;
          yield chunk;
        }
        if (left !== 0) throw new Error(`${name} changed its size while it was read`);
      },
      entry as unknown as NodeJS.WritableStream,
    );
    try {
      await Promise.race([copied, this.#written]);
    } catch (error) {
      this.#pack.destroy(error as Error);
      // Fails with the first reason: a full disk, where the entry only knows that its tar has ended.
      await this.#written;
    }
    return { size, sha256: hash.digest('hex') };
  }

  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {});
  }
}

export interface TarEntry extends Written {
  name: string;
  /** Where its bytes begin. */
  offset: number;
}

/** Reads a tar from end to end. Fails when it is cut short or no tar. */
export async function* tarEntries(path: string): AsyncGenerator<TarEntry> {
  const entries = extract();
  const read = pipeline(
    createReadStream(path, { highWaterMark: CHUNK }),
    entries as unknown as NodeJS.WritableStream,
  );
  // Thrown by the iteration.
  read.catch(() => {});
  try {
    for await (const entry of entries) {
      const hash = createHash('sha256');
      for await (const chunk of entry as AsyncIterable<Buffer>) hash.update(chunk);
      const { name, size } = entry.header;
      yield { name, size, offset: entry.offset + HEADER_SIZE, sha256: hash.digest('hex') };
    }
    await read;
  } catch (error) {
    const isShort = (error as Error).message === 'Unexpected end of data';
    throw isShort ? new Error('it is cut short', { cause: error }) : error;
  }
}

export function readEntry(path: string, { offset, size }: TarEntry): Readable {
  if (size === 0) return Readable.from([]);
  return createReadStream(path, { start: offset, end: offset + size - 1, highWaterMark: CHUNK });
}
