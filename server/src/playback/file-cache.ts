import { BufferPool } from './buffer-pool.ts';
import type { Allocate, FoundFile, StreamStore } from './stream-store.ts';

/** One of a stream's files, ready to be sent. */
export interface CachedFile {
  size: number;
  etag: string;
  since: Date;
  lastModified: string;
  /** Undefined when the file is too large for the cache; then it is read in pieces. */
  bytes: Buffer | undefined;
}

interface Entry {
  users: number;
  isCached: boolean;
  buffer: Buffer | undefined;
  file: CachedFile | undefined;
  loading: Promise<CachedFile | undefined>;
}

/** A file in use. After `release` its memory can be reused. */
export interface Loan {
  file: CachedFile;
  release(): void;
}

/** Twice the largest segment of the ladder. */
const MAX_FILE_BYTES = 4 * 1024 ** 2;
const CACHE_BYTES = 64 * 1024 ** 2;

/**
 * Whole files in memory, shared by all viewers, so that a slow client holds no buffer of its own. Segments stay cached;
 * files that can change, and those that are too large, are looked up again for each request, unless that is in progress.
 */
export class FileCache {
  readonly #store: StreamStore;
  readonly #pool = new BufferPool();
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(store: StreamStore) {
    this.#store = store;
  }

  /** Size and times without the bytes. Undefined when there is no such file. */
  async describe(stream: string, file: string): Promise<CachedFile | undefined> {
    const cached = this.#entries.get(`${stream}/${file}`)?.file;
    const found = cached ?? (await this.#store.find(stream, file));
    return found && describeFile(found, undefined);
  }

  /** A file that is in memory. */
  acquireCached(stream: string, file: string): Loan | undefined {
    const name = `${stream}/${file}`;
    const entry = this.#entries.get(name);
    return entry?.file && { file: entry.file, release: this.#use(name, entry) };
  }

  /** Undefined when there is no such file. */
  async acquire(stream: string, file: string, keep: boolean): Promise<Loan | undefined> {
    const name = `${stream}/${file}`;
    const entry = this.#entries.get(name) ?? this.#load(stream, file, keep);
    // Before waiting, so that its memory is not reused meanwhile.
    const release = this.#use(name, entry);
    try {
      const found = entry.file ?? (await entry.loading);
      if (found) return { file: found, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return undefined;
  }

  /** Counts a use, as the latest; the function ends it. */
  #use(name: string, entry: Entry): () => void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    entry.users += 1;
    return () => {
      entry.users -= 1;
      this.#recycle(entry);
    };
  }

  #load(stream: string, file: string, keep: boolean): Entry {
    const name = `${stream}/${file}`;
    const entry: Entry = {
      users: 0,
      isCached: true,
      buffer: undefined,
      file: undefined,
      loading: this.#read(stream, file, (size) => {
        if (size > MAX_FILE_BYTES) return undefined;
        entry.buffer = this.#pool.take(size);
        this.#bytes += entry.buffer.length;
        return entry.buffer;
      }).then(
        (found) => {
          entry.file = found;
          if (found?.bytes && keep) this.#freeSpace();
          else this.#drop(name, entry);
          return found;
        },
        (error: unknown) => {
          this.#drop(name, entry);
          throw error;
        },
      ),
    };
    return entry;
  }

  async #read(stream: string, file: string, allocate: Allocate): Promise<CachedFile | undefined> {
    const found = await this.#store.read(stream, file, allocate);
    return found && describeFile(found, found.bytes);
  }

  #freeSpace(): void {
    for (const [name, entry] of this.#entries) {
      if (this.#bytes <= CACHE_BYTES) return;
      if (entry.file) this.#drop(name, entry);
    }
  }

  #drop(name: string, entry: Entry): void {
    if (this.#entries.get(name) === entry) this.#entries.delete(name);
    entry.isCached = false;
    this.#bytes -= entry.buffer?.length ?? 0;
    this.#recycle(entry);
  }

  #recycle(entry: Entry): void {
    if (entry.isCached || entry.users > 0 || !entry.buffer) return;
    this.#pool.release(entry.buffer);
    entry.buffer = undefined;
  }
}

function describeFile({ size, since }: FoundFile, bytes: Buffer | undefined): CachedFile {
  const etag = `"${size.toString(36)}-${since.getTime().toString(36)}"`;
  return { size, etag, since, lastModified: since.toUTCString(), bytes };
}
