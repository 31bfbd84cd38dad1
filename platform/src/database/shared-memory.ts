/**
 * Memory of PGlite that another thread can write to. Nothing else runs in PGlite's thread while a statement does, so
 * nothing there can interrupt it. PostgreSQL itself checks two flags in memory all the time; with shared memory the main
 * thread can set them (`embedded-engine.ts`), as a signal would on a server.
 */
import { readFile } from 'node:fs/promises';

const importSection = 2;
const largestMemory = 65_536;
const headerBytes = 8;

/**
 * From here on, WebAssembly modules of this thread that import their memory get one that is shared. To be called before
 * PGlite is started.
 */
export function shareMemory(): void {
  const { Memory, Module, instantiate } = WebAssembly;
  const share = (source: BufferSource) => withSharedMemory(bytesOf(source));
  WebAssembly.Memory = new Proxy(Memory, {
    construct: (target, [descriptor]: [WebAssembly.MemoryDescriptor]) =>
      new target({ maximum: largestMemory, ...descriptor, shared: true }),
  });
  WebAssembly.Module = new Proxy(Module, {
    construct: (target, [source]: [BufferSource]) => new target(share(source)),
  });
  // PGlite's extensions are loaded from their bytes.
  WebAssembly.instantiate = ((source: BufferSource | WebAssembly.Module, imports?: WebAssembly.Imports) =>
    source instanceof Module
      ? instantiate(source, imports)
      : instantiate(share(source), imports)) as typeof instantiate;
}

/** PGlite's own module, compiled after `shareMemory`. */
export async function compilePglite(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return new WebAssembly.Module(new Uint8Array(await readFile(file)));
}

/** The module with its imported memory declared as shared; unchanged if it imports none. */
export function withSharedMemory(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new Reader(module, headerBytes);
  while (!reader.done) {
    const sectionAt = reader.at;
    const kind = reader.byte();
    const size = reader.number();
    const contentAt = reader.at;
    if (kind !== importSection) {
      reader.at = contentAt + size;
      continue;
    }
    const limits = findMemoryLimits(reader);
    if (limits === undefined) return module;
    const shared = [3, ...encode(limits.minimum), ...encode(limits.maximum ?? largestMemory)];
    const content = [...module.subarray(contentAt, limits.at), ...shared];
    const rest = module.subarray(limits.end, contentAt + size);
    const head = [importSection, ...encode(content.length + rest.length), ...content];
    return joined(module.subarray(0, sectionAt), head, rest, module.subarray(contentAt + size));
  }
  return module;
}

interface Limits {
  at: number;
  end: number;
  minimum: number;
  maximum: number | undefined;
}

/** Reads the imports (https://webassembly.github.io/spec/core/binary/modules.html) up to the memory. */
function findMemoryLimits(reader: Reader): Limits | undefined {
  for (let left = reader.number(); left > 0; left -= 1) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    const kind = reader.byte();
    if (kind === 0) reader.number();
    else if (kind === 1) {
      reader.byte();
      readLimits(reader);
    } else if (kind === 2) return readLimits(reader);
    else if (kind === 3) reader.skip(2);
    else {
      reader.byte();
      reader.number();
    }
  }
  return undefined;
}

function readLimits(reader: Reader): Limits {
  const at = reader.at;
  const flags = reader.byte();
  const minimum = reader.number();
  const maximum = flags & 1 ? reader.number() : undefined;
  return { at, end: reader.at, minimum, maximum };
}

class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new Error('the WebAssembly module ends too early');
    this.at += 1;
    return byte;
  }

  skip(bytes: number): void {
    this.at += bytes;
  }

  /** An unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
}

function encode(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encode(Math.floor(value / 0x80))];
}

function joined(...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function bytesOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
