import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

const block = 512;

/** Unpacks a tar, plain or packed with gzip or zstd. */
export function unpackTar(path: string, folder: string): void {
  const tar = unpacked(readFileSync(path));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let offset = 0; offset + block <= tar.length && tar[offset] !== 0; ) {
    const header = tar.subarray(offset, offset + block);
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const kind = text(header, 156, 1);
    const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
    const name = normalize(join('/', prefix, text(header, 0, 100)));
    const content = tar.subarray(offset + block, offset + block + size);
    if (content.length < size) throw new Error(`${path} is cut short`);
    if (kind === '5') mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    else if (kind === '0' || kind === '') writeFile(join(folder, name), content);
    else throw new Error(`${path} holds an entry of an unknown kind: ${kind}`);
    offset += block + Math.ceil(size / block) * block;
  }
}

export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unpacked(bytes: Buffer): Buffer {
  const magic = bytes.subarray(0, 4).toString('hex');
  if (magic === '28b52ffd') return zstdDecompressSync(bytes);
  if (magic.startsWith('1f8b')) return gunzipSync(bytes);
  return bytes;
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

function writeFile(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const descriptor = openSync(path, 'w', 0o600);
  try {
    for (let offset = 0; offset < content.length; ) {
      offset += writeSync(descriptor, content, offset, content.length - offset);
    }
  } finally {
    closeSync(descriptor);
  }
}
