import { closeSync, createReadStream, fsyncSync, openSync, readdirSync, readSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';

/** Unpacks a tar, plain or compressed with gzip or zstd. */
export async function unpackTar(path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = extract();
  const [read, written] = await Promise.allSettled([
    pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), createDecompressor(path), entries),
    writeEntries(entries, path, folder),
  ]);
  // Each side's failure closes the other: a full disk ends the pipeline, a damaged archive ends the entries.
  const failures = [read, written].flatMap((side) => (side.status === 'rejected' ? [side.reason] : []));
  const cause = failures.find(({ code }) => code !== 'ERR_STREAM_PREMATURE_CLOSE') ?? failures[0];
  if (cause) throw cause;
}

export function syncFolder(folder: string): void {
  // Windows cannot open a folder as a file, and writes its entries by itself.
  if (process.platform !== 'win32') sync(folder, 'r');
}

/** A folder with everything in it. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    // Windows syncs only what is open for writing.
    else sync(path, 'r+');
  }
  syncFolder(folder);
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

async function writeEntries(entries: Extract, path: string, folder: string): Promise<void> {
  const made = new Set<string>();
  const makeFolder = async (name: string) => {
    if (made.has(name)) return;
    await mkdir(name, { recursive: true, mode: 0o700 });
    made.add(name);
  };
  for await (const entry of entries) {
    const { name, type } = entry.header;
    // Joined to the root first, so that `..` cannot lead out of the folder.
    const target = join(folder, normalize(join('/', name)));
    if (type === 'directory') {
      await makeFolder(target);
      entry.resume();
    } else if (type === 'file') {
      await makeFolder(dirname(target));
      await writeFile(target, entry as AsyncIterable<Uint8Array>, { mode: 0o600 });
    } else {
      throw new Error(
        `${path} contains ${name}, an entry of type ${type}; only files and folders are unpacked.`,
      );
    }
  }
}

function createDecompressor(path: string): Transform {
  const magic = readFirstBytes(path, 4).toString('hex');
  if (magic === '28b52ffd') return createZstdDecompress();
  return magic.startsWith('1f8b') ? createGunzip() : new PassThrough();
}

function readFirstBytes(path: string, length: number): Buffer {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
