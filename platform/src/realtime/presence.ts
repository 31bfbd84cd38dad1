import { isObject } from './frames.ts';

export interface PresenceEntry {
  /** The key in the state; several tabs of one user may share it. */
  key: string;
  ref: string;
  meta: Record<string, unknown>;
}

type PresenceState = Record<string, { metas: Record<string, unknown>[] }>;

/**
 * The presences of a topic. Changes are collected and announced as one difference, because a thousand simultaneous
 * joins would otherwise be a million messages.
 */
export class PresenceList {
  readonly #entries = new Map<string, PresenceEntry>();
  #announced = new Map<string, PresenceEntry>();

  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#announced.size === 0;
  }

  add(entry: PresenceEntry): void {
    this.#entries.set(entry.ref, entry);
  }

  remove(ref: string): boolean {
    return this.#entries.delete(ref);
  }

  /** As last announced; later changes follow as a difference. */
  state(): string {
    return JSON.stringify(toState(this.#announced.values()));
  }

  /** The changes since the last announcement; undefined when there are none. */
  difference(): string | undefined {
    const joins = [...this.#entries.values()].filter((entry) => this.#announced.get(entry.ref) !== entry);
    const leaves = [...this.#announced.values()].filter(
      (announced) => this.#entries.get(announced.ref) !== announced,
    );
    this.#announced = new Map(this.#entries);
    if (joins.length + leaves.length === 0) return undefined;
    return JSON.stringify({ joins: toState(joins), leaves: toState(leaves) });
  }
}

/** The client's metadata with the reference by which clients distinguish presences. */
export function presenceMeta(payload: unknown, ref: string, previous?: string): Record<string, unknown> {
  const meta = { ...(isObject(payload) ? payload : {}), phx_ref: ref };
  return previous === undefined ? meta : { ...meta, phx_ref_prev: previous };
}

function toState(entries: Iterable<PresenceEntry>): PresenceState {
  const metas = Map.groupBy(entries, ({ key }) => key);
  return Object.fromEntries([...metas].map(([key, all]) => [key, { metas: all.map(({ meta }) => meta) }]));
}
