import type { StreamStore } from './stream-store.ts';

/** One of a stream's files, ready to be sent. */
export interface HeldFile {
  size: number;
  etag: string;
  since: Date;
  lastModified: string;
  /** Undefined when it is too large to be held: then it is read piece by piece. */
  bytes: Buffer | undefined;
}

/** Twice the largest segment of the ladder. */
const LARGEST_HELD = 4 * 1024 ** 2;
/** What everybody is watching at the moment fits in here. */
const HELD_BYTES = 64 * 1024 ** 2;

/**
 * Files in memory, whole. The bytes are the same for every viewer, so a thousand who watch one film share one copy, and
 * a slow phone that takes a minute for a segment holds no buffer of its own. Only what never changes is kept.
 */
export class HeldFiles {
  readonly #store: StreamStore;
  readonly #held = new Map<string, HeldFile>();
  readonly #coming = new Map<string, Promise<HeldFile | undefined>>();
  #bytes = 0;

  constructor(store: StreamStore) {
    this.#store = store;
  }

  get(stream: string, file: string, keep: boolean): HeldFile | Promise<HeldFile | undefined> {
    const name = `${stream}/${file}`;
    const held = this.#held.get(name);
    if (held) {
      // The least lately asked for stands first.
      this.#held.delete(name);
      this.#held.set(name, held);
      return held;
    }
    const coming =
      this.#coming.get(name) ??
      this.#read(stream, file)
        .then((found) => {
          if (keep && found?.bytes) this.#keep(name, found, found.bytes.length);
          return found;
        })
        .finally(() => this.#coming.delete(name));
    this.#coming.set(name, coming);
    return coming;
  }

  async #read(stream: string, file: string): Promise<HeldFile | undefined> {
    const found = await this.#store.read(stream, file, LARGEST_HELD);
    if (!found) return undefined;
    const { size, since, bytes } = found;
    const etag = `"${size.toString(36)}-${since.getTime().toString(36)}"`;
    return { size, etag, since, lastModified: since.toUTCString(), bytes };
  }

  #keep(name: string, file: HeldFile, size: number): void {
    this.#held.set(name, file);
    this.#bytes += size;
    for (const [oldest, { bytes }] of this.#held) {
      if (this.#bytes <= HELD_BYTES) return;
      this.#held.delete(oldest);
      this.#bytes -= bytes?.length ?? 0;
    }
  }
}
