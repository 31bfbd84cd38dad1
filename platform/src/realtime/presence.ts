import { isObject } from './frames.ts';

export interface Present {
  /** The name they are listed under; several tabs of one person may share it. */
  key: string;
  ref: string;
  meta: Record<string, unknown>;
}

type Listed = Record<string, { metas: Record<string, unknown>[] }>;

/**
 * Who is there. Changes are told in one message after a moment, since a thousand people who come at once would
 * otherwise be a million messages: what is new or gone since the last telling.
 */
export class PresenceList {
  readonly #present = new Map<string, Present>();
  #told = new Map<string, Present>();

  get isEmpty(): boolean {
    return this.#present.size === 0 && this.#told.size === 0;
  }

  add(present: Present): void {
    this.#present.set(present.ref, present);
  }

  remove(ref: string): boolean {
    return this.#present.delete(ref);
  }

  /** As told: what has changed since then follows as a difference. */
  state(): string {
    return JSON.stringify(listed(this.#told.values()));
  }

  /** Undefined when everything cancelled out. */
  difference(): string | undefined {
    const joins = [...this.#present.values()].filter((present) => this.#told.get(present.ref) !== present);
    const leaves = [...this.#told.values()].filter((told) => this.#present.get(told.ref) !== told);
    this.#told = new Map(this.#present);
    if (joins.length + leaves.length === 0) return undefined;
    return JSON.stringify({ joins: listed(joins), leaves: listed(leaves) });
  }
}

/** What they say of themselves, with the mark by which clients tell one from another. */
export function presenceMeta(said: unknown, ref: string, previous?: string): Record<string, unknown> {
  const meta = { ...(isObject(said) ? said : {}), phx_ref: ref };
  return previous === undefined ? meta : { ...meta, phx_ref_prev: previous };
}

function listed(everybody: Iterable<Present>): Listed {
  const metas = Map.groupBy(everybody, ({ key }) => key);
  return Object.fromEntries([...metas].map(([key, all]) => [key, { metas: all.map(({ meta }) => meta) }]));
}
