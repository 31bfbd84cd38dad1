import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';

const BLOCK = 512;
const CHUNK = 1 << 20;

export interface Written {
  size: number;
  sha256: string;
}

/** Writes a tar that any `tar` can read: one entry after the other, each of a size known beforehand. */
export class TarWriter {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<TarWriter> {
    return new TarWriter(await open(path, 'wx', 0o600));
  }

  async add(name: string, size: number, content: Readable | Buffer): Promise<Written> {
    await this.#file.write(headers(name, size));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content instanceof Buffer ? [content] : content) {
      hash.update(chunk as Buffer);
      written += (chunk as Buffer).length;
      await writeAll(this.#file, chunk as Buffer);
    }
    if (written !== size) throw new Error(`${name} changed its size while it was read`);
    await this.#file.write(Buffer.alloc(padding(size)));
    return { size, sha256: hash.digest('hex') };
  }

  /** Two empty blocks say that nothing is missing; then it is on the disk. */
  async finish(): Promise<void> {
    await this.#file.write(Buffer.alloc(2 * BLOCK));
    await this.#file.sync();
    await this.#file.close();
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {});
  }
}

export interface TarEntry {
  name: string;
  size: number;
  /** Where its bytes begin. */
  offset: number;
}

/** Where everything lies in a tar of ours. Fails when it is cut short or no tar. */
export async function* tarEntries(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r');
  try {
    const end = (await file.stat()).size;
    let long: { path?: string; size?: number } = {};
    for (let at = 0; ; ) {
      const header = await readAt(file, at, BLOCK);
      if (header.every((byte) => byte === 0)) return;
      if (sumOf(header) !== octal(header, 148, 8)) throw new Error(`no entry of a tar begins at byte ${at}`);
      const kind = text(header, 156, 1);
      const size = long.size ?? octal(header, 124, 12);
      const offset = at + BLOCK;
      at = offset + size + padding(size);
      if (at > end) throw new Error('it is cut short');
      if (kind === 'x') {
        long = extended(await readAt(file, offset, size));
        continue;
      }
      yield { name: long.path ?? text(header, 0, 100), size, offset };
      long = {};
    }
  } finally {
    await file.close();
  }
}

export function readEntry(path: string, { offset, size }: TarEntry): Readable {
  if (size === 0) return Readable.from([]);
  return createReadStream(path, { start: offset, end: offset + size - 1, highWaterMark: CHUNK });
}

/** Long names, names that are not plain ASCII, and large sizes go into an entry of their own before (POSIX pax). */
function headers(name: string, size: number): Buffer {
  const plain = /^[\x20-\x7e]{1,100}$/.test(name) && size < 8 ** 11;
  if (plain) return header(name, size, '0');
  const records = Buffer.concat([record('path', name), record('size', String(size))]);
  return Buffer.concat([
    header('PaxHeader', records.length, 'x'),
    records,
    Buffer.alloc(padding(records.length)),
    header('long-name', size < 8 ** 11 ? size : 0, '0'),
  ]);
}

/** `<length of the whole record> <key>=<value>\n`: the length counts its own digits. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function extended(records: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', at, at + 12), 10);
    if (!(length > 0)) throw new Error('a long name in it is damaged');
    const line = records.toString('utf8', at, at + length - 1);
    const [, key, value] = /^\d+ (\w+)=(.*)$/s.exec(line) ?? [];
    if (key === 'path' && value !== undefined) found.path = value;
    if (key === 'size') found.size = Number(value);
    at += length;
  }
  return found;
}

function header(name: string, size: number, kind: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write(
    `${Math.floor(Date.now() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  block.write(kind, 156);
  block.write('ustar\x0000', 257);
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** The sum of all bytes, as if those of the sum itself were spaces. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
const octal = (block: Buffer, start: number, length: number): number =>
  Number.parseInt(text(block, start, length), 8) || 0;

function text(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new Error('it is cut short');
  return buffer;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}
