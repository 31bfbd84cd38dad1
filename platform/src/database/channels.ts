interface Hearer {
  hear(payload: string): void;
  missed(): void;
}

/** Who hears which channel of NOTIFY. */
export class Channels {
  readonly #hearers = new Map<string, Set<Hearer>>();

  /** Returns how to stop, which says whether nobody hears the channel any more. */
  add(channel: string, hear: (payload: string) => void, missed: () => void = () => {}): () => boolean {
    // An object, so that the same function given twice is heard and ended twice.
    const hearer = { hear, missed };
    const hearers = this.#hearers.get(channel) ?? new Set<Hearer>();
    this.#hearers.set(channel, hearers.add(hearer));
    return () => {
      if (!hearers.delete(hearer) || hearers.size > 0) return false;
      if (this.#hearers.get(channel) === hearers) this.#hearers.delete(channel);
      return true;
    };
  }

  names(): string[] {
    return [...this.#hearers.keys()];
  }

  tell(channel: string, payload: string): void {
    // Later, so that a hearer who fails does not fail whoever happened to use the connection.
    for (const hearer of this.#hearers.get(channel) ?? []) queueMicrotask(() => hearer.hear(payload));
  }

  /** The connection was away for a while, and what was said meanwhile is lost. */
  notifyMissed(): void {
    for (const hearer of [...this.#hearers.values()].flatMap((hearers) => [...hearers])) {
      queueMicrotask(() => hearer.missed());
    }
  }

  clear(): void {
    this.#hearers.clear();
  }
}

/** The channel as it stands in LISTEN and UNLISTEN. */
export function quotedChannel(channel: string): string {
  // PostgreSQL would cut a longer name, and the notifications would carry the cut one.
  if (channel === '' || channel.includes('\0') || Buffer.byteLength(channel) > 63) {
    throw new RangeError('the name of a channel has 1 to 63 bytes and no NUL');
  }
  return `"${channel.replaceAll('"', '""')}"`;
}
