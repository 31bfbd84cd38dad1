import type { ChangeNotice } from './change-notice.ts';
import { type CacheStats, type ChangeNotices, FRESH_MS } from './change-notices.ts';
import type { Dependencies } from './dependencies.ts';
import { DependencyIndex, isTouched } from './dependency-index.ts';
import { SegmentedMap } from './segmented-map.ts';

export interface CacheOptions {
  /** In the metrics. */
  name: string;
  changes: Pick<ChangeNotices, 'now' | 'follow' | 'isCurrent' | 'confirm'>;
  mostEntries: number;
  mostBytes: number;
  /** A larger value goes to those who wait for it, and is not kept. Default: a quarter of `mostBytes`. */
  mostEntryBytes?: number;
}

export interface Made<T> {
  value: T;
  /** Undefined: not known, so it is good for a second. */
  dependencies: Dependencies | undefined;
  /** What the value holds in memory. */
  bytes: number;
  /** False for failures: they go to those who wait, and are not kept. */
  keep?: boolean;
  /** Where it was made from something older: what it shows was read after this. */
  readAfter?: number | undefined;
}

interface Entry<T> {
  result: Promise<T>;
  /** What the value shows was read after this. */
  startedAt: number;
  /** Undefined while it is being made. */
  made: Made<T> | undefined;
  /** Notices that came while it was being made. */
  arrived: ChangeNotice[];
}

/** Memory for keys and bookkeeping. */
const ENTRY_BYTES = 1024;
const MOST_ARRIVED = 1000;

/**
 * Keeps what was made until something that it depends on changes. A value is made once for all who ask meanwhile, to the
 * end even when the first of them has left. What it shows is never older than a second.
 */
export class FreshCache<T> {
  readonly #options: CacheOptions;
  readonly #entries = new SegmentedMap<Entry<T>>();
  readonly #making = new Set<Entry<T>>();
  readonly #index = new DependencyIndex<string>();
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  constructor(options: CacheOptions) {
    this.#options = options;
    options.changes.follow(this);
  }

  /** What is known and fresh, at once. */
  find(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry?.made === undefined || !this.#isFresh(entry)) return undefined;
    this.#use(key);
    return entry.made.value;
  }

  /** What is being made, or is to be confirmed first. Undefined where there is nothing to wait for. */
  findLater(key: string): Promise<T | undefined> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const isFresh = this.#isFresh(entry);
    if (entry.made === undefined && isFresh)
      return entry.result.then(
        () => this.find(key),
        () => undefined,
      );
    if (entry.made?.dependencies === undefined || isFresh) return undefined;
    return this.#options.changes.confirm().then(() => this.find(key));
  }

  async get(key: string, make: () => Promise<Made<T>>): Promise<T> {
    const known = this.#entries.get(key);
    if (known?.made?.dependencies !== undefined && !this.#isFresh(known))
      await this.#options.changes.confirm();
    const entry = this.#entries.get(key);
    if (entry === undefined || !this.#isFresh(entry)) return this.#make(key, make);
    this.#use(key);
    return entry.result;
  }

  /**
   * Whether changes of this value are followed. Not where something changed while it was made: what is made from it then
   * must not be kept for longer than a second.
   */
  holds(key: string, value: T): boolean {
    return this.#entries.get(key)?.made?.value === value;
  }

  stats(): CacheStats {
    const { name } = this.#options;
    return {
      name,
      entries: this.#entries.size,
      bytes: this.#bytes,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  onNotice(notice: ChangeNotice): void {
    for (const key of this.#index.touched(notice)) this.#drop(key);
    for (const entry of this.#making) if (entry.arrived.length <= MOST_ARRIVED) entry.arrived.push(notice);
  }

  forgetAll(): void {
    for (const key of this.#entries.keys()) this.#drop(key);
  }

  #isFresh({ startedAt, made, arrived }: Entry<T>): boolean {
    const { changes } = this.#options;
    if (changes.now() - startedAt < FRESH_MS) return true;
    const isUntouched = made === undefined ? arrived.length === 0 : made.dependencies !== undefined;
    return isUntouched && changes.isCurrent();
  }

  #use(key: string): void {
    this.#hits += 1;
    this.#entries.use(key);
  }

  #make(key: string, make: () => Promise<Made<T>>): Promise<T> {
    this.#misses += 1;
    this.#drop(key);
    const startedAt = this.#options.changes.now();
    const making = make();
    const entry: Entry<T> = {
      result: making.then(({ value }) => value),
      startedAt,
      made: undefined,
      arrived: [],
    };
    this.#entries.add(key, entry);
    this.#making.add(entry);
    making.then(
      (made) => this.#keep(key, entry, made),
      () => this.#giveUp(key, entry),
    );
    this.#freeSpace();
    return entry.result;
  }

  #keep(key: string, entry: Entry<T>, made: Made<T>): void {
    const { mostBytes, mostEntryBytes = mostBytes / 4 } = this.#options;
    const { dependencies, bytes, keep = true } = made;
    const { arrived } = entry;
    const isStale =
      arrived.length > MOST_ARRIVED || (dependencies !== undefined && isTouched(arrived, dependencies));
    this.#making.delete(entry);
    if (this.#entries.get(key) !== entry) return;
    if (!keep || isStale || bytes > mostEntryBytes) {
      this.#drop(key);
      return;
    }
    entry.startedAt = Math.min(entry.startedAt, made.readAfter ?? entry.startedAt);
    entry.made = made;
    entry.arrived = [];
    this.#bytes += sizeOf(key, made);
    this.#index.add(key, dependencies ?? []);
    this.#freeSpace();
  }

  #giveUp(key: string, entry: Entry<T>): void {
    this.#making.delete(entry);
    if (this.#entries.get(key) === entry) this.#drop(key);
  }

  #drop(key: string): void {
    const made = this.#entries.get(key)?.made;
    this.#entries.delete(key);
    if (made === undefined) return;
    this.#bytes -= sizeOf(key, made);
    this.#index.remove(key, made.dependencies ?? []);
  }

  #freeSpace(): void {
    const { mostEntries, mostBytes } = this.#options;
    while (this.#entries.size > mostEntries || this.#bytes > mostBytes) {
      const key = this.#entries.coldest();
      if (key === undefined) return;
      this.#drop(key);
    }
  }
}

function sizeOf(key: string, { bytes }: Made<unknown>): number {
  return bytes + 2 * key.length + ENTRY_BYTES;
}
