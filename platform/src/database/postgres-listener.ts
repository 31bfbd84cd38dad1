import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import { NotificationListeners, quotedChannel } from './notification-listeners.ts';

const minWaitMs = 100;
const maxWaitMs = 10_000;

/** One connection that listens to all channels, and reconnects when it breaks. */
export class PostgresListener {
  readonly #makeClient: () => Client;
  readonly #notificationListeners = new NotificationListeners();
  readonly #closed = new AbortController();
  #client: Promise<Client> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(makeClient: () => Client) {
    this.#makeClient = makeClient;
  }

  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    missed?: () => void,
    lost?: () => void,
  ): Promise<() => Promise<void>> {
    const quoted = quotedChannel(channel);
    const stop = this.#notificationListeners.add(channel, onNotification, missed, lost);
    try {
      await this.#query(`listen ${quoted}`);
    } catch (error) {
      stop();
      throw new DatabaseUnavailable(`cannot listen: ${(error as Error).message}`, { cause: error });
    }
    return async () => {
      if (!stop() || this.#closed.signal.aborted) return;
      // If the connection is down there is nothing to undo: it reconnects with the current listeners.
      if (this.#client !== undefined) await this.#query(`unlisten ${quoted}`).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#notificationListeners.clear();
    await this.#client?.then((client) => client.end()).catch(() => {});
  }

  /** One after the other: pg deprecates queries on a busy client. */
  #query(text: string): Promise<unknown> {
    const answer = this.#last.then(async () => (await this.#connected()).query(text));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #connected(): Promise<Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const client = this.#makeClient();
    let state: 'connecting' | 'connected' | 'broken' = 'connecting';
    const breaks = (): void => {
      if (state === 'broken') return;
      const wasConnected = state === 'connected';
      state = 'broken';
      this.#client = undefined;
      client.end().catch(() => {});
      if (!wasConnected) return;
      this.#notificationListeners.notifyLost();
      void this.#reconnect();
    };
    client.on('error', breaks);
    client.on('end', breaks);
    client.on('notification', ({ channel, payload = '' }) =>
      this.#notificationListeners.notify(channel, payload),
    );
    try {
      await client.connect();
      for (const channel of this.#notificationListeners.names())
        await client.query(`listen ${quotedChannel(channel)}`);
    } catch (error) {
      breaks();
      throw error;
    }
    state = 'connected';
    return client;
  }

  #hasListeners(): boolean {
    return !this.#closed.signal.aborted && this.#notificationListeners.names().length > 0;
  }

  async #reconnect(): Promise<void> {
    for (let wait = minWaitMs; this.#hasListeners(); wait = Math.min(2 * wait, maxWaitMs)) {
      try {
        await sleep(wait, undefined, { signal: this.#closed.signal });
        await this.#connected();
        this.#notificationListeners.notifyMissed();
        return;
      } catch {
        // The next round waits longer.
      }
    }
  }
}
