interface NotificationListener {
  onNotification(payload: string): void;
  missed(): void;
  lost(): void;
}

/** Listeners by NOTIFY channel. */
export class NotificationListeners {
  readonly #listeners = new Map<string, Set<NotificationListener>>();

  /** Returns a function that removes the listener and returns whether it was the channel's last one. */
  add(
    channel: string,
    onNotification: (payload: string) => void,
    missed: () => void = () => {},
    lost: () => void = () => {},
  ): () => boolean {
    // An object, so that the same function can be added and removed twice.
    const listener = { onNotification, missed, lost };
    const listeners = this.#listeners.get(channel) ?? new Set<NotificationListener>();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return false;
      if (this.#listeners.get(channel) === listeners) this.#listeners.delete(channel);
      return true;
    };
  }

  names(): string[] {
    return [...this.#listeners.keys()];
  }

  notify(channel: string, payload: string): void {
    // In a microtask, so that a failing listener does not fail the current user of the connection.
    for (const listener of this.#listeners.get(channel) ?? [])
      queueMicrotask(() => listener.onNotification(payload));
  }

  /** Call it after a reconnect: notifications sent meanwhile are lost. */
  notifyMissed(): void {
    for (const listener of this.#all()) queueMicrotask(() => listener.missed());
  }

  /** Call it when the connection breaks. */
  notifyLost(): void {
    for (const listener of this.#all()) listener.lost();
  }

  #all(): NotificationListener[] {
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** The channel as an identifier for LISTEN and UNLISTEN. */
export function quotedChannel(channel: string): string {
  // PostgreSQL would truncate a longer name, and notifications would carry the truncated one.
  if (channel === '' || channel.includes('\0') || Buffer.byteLength(channel) > 63) {
    throw new RangeError('the name of a channel has 1 to 63 bytes and no NUL');
  }
  return `"${channel.replaceAll('"', '""')}"`;
}
