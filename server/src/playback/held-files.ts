import { Slabs } from './slabs.ts';
import type { FoundFile, StreamStore } from './stream-store.ts';

/** One of a stream's files, ready to be sent. */
export interface HeldFile {
  size: number;
  etag: string;
  since: Date;
  lastModified: string;
  /** Undefined when it is too large to be held: then it is read piece by piece. */
  bytes: Buffer | undefined;
}

interface Holding {
  users: number;
  kept: boolean;
  slab: Buffer | undefined;
  file: HeldFile | undefined;
  loading: Promise<HeldFile | undefined>;
}

/** A file lent out. Its memory is used for another one some time after `release`. */
export interface Loan {
  file: HeldFile;
  release(): void;
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
  readonly #slabs = new Slabs();
  /** The least lately asked for stands first. */
  readonly #holdings = new Map<string, Holding>();
  #bytes = 0;

  constructor(store: StreamStore) {
    this.#store = store;
  }

  /** What the file is, without reading it. Undefined when there is no such file. */
  async describe(stream: string, file: string): Promise<HeldFile | undefined> {
    const held = this.#holdings.get(`${stream}/${file}`)?.file;
    const found = held ?? (await this.#store.find(stream, file));
    return found && asHeld(found, undefined);
  }

  /** Undefined when there is no such file. */
  async borrow(stream: string, file: string, keep: boolean): Promise<Loan | undefined> {
    const name = `${stream}/${file}`;
    const holding = this.#holdings.get(name) ?? this.#load(stream, file, keep);
    this.#holdings.delete(name);
    this.#holdings.set(name, holding);
    // From here on its memory stays, whatever happens while we wait.
    holding.users += 1;
    const release = (): void => {
      holding.users -= 1;
      this.#recycle(holding);
    };
    try {
      const found = holding.file ?? (await holding.loading);
      if (found) return { file: found, release };
    } catch (error) {
      release();
      throw error;
    }
    release();
    return undefined;
  }

  #load(stream: string, file: string, keep: boolean): Holding {
    const name = `${stream}/${file}`;
    const holding: Holding = {
      users: 0,
      kept: true,
      slab: undefined,
      file: undefined,
      loading: this.#read(stream, file, (size) => {
        if (size > LARGEST_HELD) return undefined;
        holding.slab = this.#slabs.take(size);
        this.#bytes += holding.slab.length;
        return holding.slab;
      }).then(
        (found) => {
          holding.file = found;
          if (found && keep) this.#freeSpace();
          else this.#drop(name, holding);
          return found;
        },
        (error: unknown) => {
          this.#drop(name, holding);
          throw error;
        },
      ),
    };
    return holding;
  }

  async #read(
    stream: string,
    file: string,
    room: (size: number) => Buffer | undefined,
  ): Promise<HeldFile | undefined> {
    const found = await this.#store.read(stream, file, room);
    return found && asHeld(found, found.bytes);
  }

  #freeSpace(): void {
    for (const [name, holding] of this.#holdings) {
      if (this.#bytes <= HELD_BYTES) return;
      if (holding.file) this.#drop(name, holding);
    }
  }

  #drop(name: string, holding: Holding): void {
    if (this.#holdings.get(name) === holding) this.#holdings.delete(name);
    holding.kept = false;
    this.#bytes -= holding.slab?.length ?? 0;
    this.#recycle(holding);
  }

  #recycle(holding: Holding): void {
    if (holding.kept || holding.users > 0 || !holding.slab) return;
    this.#slabs.giveBack(holding.slab);
    holding.slab = undefined;
  }
}

function asHeld({ size, since }: FoundFile, bytes: Buffer | undefined): HeldFile {
  const etag = `"${size.toString(36)}-${since.getTime().toString(36)}"`;
  return { size, etag, since, lastModified: since.toUTCString(), bytes };
}
