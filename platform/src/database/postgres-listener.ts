import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Channels, quotedChannel } from './channels.ts';
import { DatabaseUnavailable } from './errors.ts';

const shortestWaitMs = 100;
const longestWaitMs = 10_000;

/** One connection that hears NOTIFY on every channel somebody listens to, and comes back when it breaks. */
export class PostgresListener {
  readonly #makeClient: () => Client;
  readonly #channels = new Channels();
  readonly #closed = new AbortController();
  #client: Promise<Client> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(makeClient: () => Client) {
    this.#makeClient = makeClient;
  }

  async listen(
    channel: string,
    hear: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>> {
    const quoted = quotedChannel(channel);
    const stop = this.#channels.add(channel, hear, missed);
    try {
      await this.#ask(`listen ${quoted}`);
    } catch (error) {
      stop();
      throw new DatabaseUnavailable(`cannot listen: ${(error as Error).message}`, { cause: error });
    }
    return async () => {
      if (!stop() || this.#closed.signal.aborted) return;
      // When the connection is down there is nothing to undo: it comes back with what is wanted then.
      if (this.#client !== undefined) await this.#ask(`unlisten ${quoted}`).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#channels.clear();
    await this.#client?.then((client) => client.end()).catch(() => {});
  }

  /** One after the other: pg does not want to be asked while it is busy. */
  #ask(text: string): Promise<unknown> {
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
      if (wasConnected) void this.#reconnect();
    };
    client.on('error', breaks);
    client.on('end', breaks);
    client.on('notification', ({ channel, payload = '' }) => this.#channels.tell(channel, payload));
    try {
      await client.connect();
      for (const channel of this.#channels.names()) await client.query(`listen ${quotedChannel(channel)}`);
    } catch (error) {
      breaks();
      throw error;
    }
    state = 'connected';
    return client;
  }

  #isWanted(): boolean {
    return !this.#closed.signal.aborted && this.#channels.names().length > 0;
  }

  async #reconnect(): Promise<void> {
    for (let wait = shortestWaitMs; this.#isWanted(); wait = Math.min(2 * wait, longestWaitMs)) {
      try {
        await sleep(wait, undefined, { signal: this.#closed.signal });
        await this.#connected();
        this.#channels.notifyMissed();
        return;
      } catch {
        // The next round waits longer.
      }
    }
  }
}
