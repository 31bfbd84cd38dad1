import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { ChannelRegistry, PeerRelay, TopicKey } from './channel-registry.ts';
import type { Broadcast } from './frames.ts';
import type { PresenceEntry } from './presence.ts';
import { joinParts, splitText } from './relay-parts.ts';

/*
 * Broadcasts and presence between the processes of one PostgreSQL, over NOTIFY. Every process sends a heartbeat with
 * the number of changes to its presences; a process that has missed a change requests the whole list. The presences of
 * a process without heartbeats are removed. A single process sends nothing but heartbeats.
 */

type RelayMessage =
  | { type: 'hello' | 'bye' }
  | { type: 'heartbeat'; changes: number }
  | { type: 'presences'; changes: number; presences: { topicKey: TopicKey; entry: PresenceEntry }[] }
  | { type: 'track'; changes: number; topicKey: TopicKey; entry: PresenceEntry }
  | { type: 'untrack'; changes: number; topicKey: TopicKey; ref: string }
  | {
      type: 'broadcast';
      topicKey: TopicKey;
      event: string;
      json?: string;
      bytes?: string;
      meta?: string;
      id?: string;
    };

interface Peer {
  seen: number;
  changes: number;
  presences: Map<string, { topicKey: TopicKey; entry: PresenceEntry }>;
}

const notificationChannel = 'realtime_relay';
/** Beyond this, messages are dropped while the database does not respond. */
const maxQueuedBytes = 16 * 1024 * 1024;

export class Relay implements PeerRelay {
  readonly #database: Database;
  readonly #registry: ChannelRegistry;
  readonly #report: (message: string) => void;
  readonly #name = randomUUID();
  readonly #peers = new Map<string, Peer>();
  readonly #presences = new Map<string, { topicKey: TopicKey; entry: PresenceEntry }>();
  readonly #joinParts = joinParts();
  readonly #heartbeatMs: number;
  #changes = 0;
  #queue: string[] = [];
  #queuedBytes = 0;
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stop: () => Promise<void> = async () => {};

  constructor(
    database: Database,
    registry: ChannelRegistry,
    report: (message: string) => void,
    heartbeatMs: number,
  ) {
    this.#database = database;
    this.#registry = registry;
    this.#report = report;
    this.#heartbeatMs = heartbeatMs;
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen(notificationChannel, (payload) => this.#onMessage(payload));
    this.#registry.relay = this;
    this.#post({ type: 'hello' });
    this.#timer = setInterval(() => this.#sendHeartbeat(), this.#heartbeatMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#post({ type: 'bye' });
    await this.#sending;
    await this.#stop();
  }

  broadcast(topicKey: TopicKey, { payload, ...rest }: Broadcast): void {
    if (this.#peers.size === 0) return;
    const content = typeof payload === 'string' ? { json: payload } : { bytes: payload.toString('base64') };
    this.#post({ type: 'broadcast', topicKey, ...rest, ...content });
  }

  track(topicKey: TopicKey, entry: PresenceEntry): void {
    this.#presences.set(entry.ref, { topicKey, entry });
    this.#changes += 1;
    if (this.#peers.size > 0) this.#post({ type: 'track', changes: this.#changes, topicKey, entry });
  }

  untrack(topicKey: TopicKey, ref: string): void {
    if (!this.#presences.delete(ref)) return;
    this.#changes += 1;
    if (this.#peers.size > 0) this.#post({ type: 'untrack', changes: this.#changes, topicKey, ref });
  }

  #sendHeartbeat(): void {
    this.#post({ type: 'heartbeat', changes: this.#changes });
    const longAgo = Date.now() - 4 * this.#heartbeatMs;
    for (const [name, peer] of this.#peers) if (peer.seen < longAgo) this.#removePeer(name, peer);
  }

  #onMessage(payload: string): void {
    const received = this.#joinParts(payload);
    if (received === undefined || received.from === this.#name) return;
    const message = parseMessage(received.text);
    if (message === undefined) return;
    const known = this.#peers.get(received.from);
    if (message.type === 'bye') {
      if (known) this.#removePeer(received.from, known);
      return;
    }
    const peer = known ?? { seen: 0, changes: 0, presences: new Map() };
    peer.seen = Date.now();
    this.#peers.set(received.from, peer);
    // An unknown peer without a hello: its hello was missed, so this process sends one.
    if (known === undefined && message.type !== 'hello' && message.type !== 'presences')
      this.#post({ type: 'hello' });
    this.#handlePeer(peer, message);
  }

  #handlePeer(peer: Peer, message: RelayMessage): void {
    switch (message.type) {
      case 'hello':
        this.#post({ type: 'presences', changes: this.#changes, presences: [...this.#presences.values()] });
        return;
      case 'presences':
        this.#replace(peer, message.presences);
        peer.changes = message.changes;
        return;
      case 'heartbeat':
        if (message.changes !== peer.changes) this.#post({ type: 'hello' });
        return;
      case 'track':
        if (message.changes <= peer.changes) return;
        if (message.changes === peer.changes + 1) peer.changes = message.changes;
        peer.presences.set(message.entry.ref, { topicKey: message.topicKey, entry: message.entry });
        this.#registry.addPresence(message.topicKey, message.entry);
        return;
      case 'untrack':
        if (message.changes <= peer.changes) return;
        if (message.changes === peer.changes + 1) peer.changes = message.changes;
        peer.presences.delete(message.ref);
        this.#registry.removePresence(message.topicKey, message.ref);
        return;
      case 'broadcast': {
        const payload = message.json ?? Buffer.from(message.bytes ?? '', 'base64');
        const { topicKey, event, meta, id } = message;
        this.#registry.deliver(topicKey, { event, payload, ...(meta && { meta }), ...(id && { id }) });
      }
    }
  }

  #replace(peer: Peer, presences: { topicKey: TopicKey; entry: PresenceEntry }[]): void {
    const now = new Map(presences.map((presence) => [presence.entry.ref, presence]));
    for (const [ref, { topicKey }] of peer.presences)
      if (!now.has(ref)) this.#registry.removePresence(topicKey, ref);
    for (const [ref, { topicKey, entry }] of now)
      if (!peer.presences.has(ref)) this.#registry.addPresence(topicKey, entry);
    peer.presences = now;
  }

  #removePeer(name: string, peer: Peer): void {
    this.#replace(peer, []);
    this.#peers.delete(name);
  }

  #post(message: RelayMessage): void {
    const parts = splitText(this.#name, JSON.stringify(message));
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    if (this.#queuedBytes + bytes > maxQueuedBytes) {
      this.#report(
        'A message to the other processes was dropped: the database does not take them fast enough.',
      );
      return;
    }
    this.#queue.push(...parts);
    this.#queuedBytes += bytes;
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = undefined;
    });
  }

  /** Messages that arrive during a query are sent together by the next one. */
  async #flush(): Promise<void> {
    while (this.#queue.length > 0) {
      const parts = this.#queue;
      this.#queue = [];
      this.#queuedBytes = 0;
      try {
        await this.#database.query(
          `select pg_notify('${notificationChannel}', part) from unnest($1::text[]) with ordinality as parts (part, ordinal) order by ordinal`,
          [parts],
        );
      } catch (error) {
        this.#report(`Messages to the other processes could not be sent: ${(error as Error).message}`);
      }
    }
  }
}

/** Every database role can NOTIFY, so the payload is not trusted. */
function parseMessage(text: string): RelayMessage | undefined {
  try {
    return JSON.parse(text) as RelayMessage;
  } catch {
    return undefined;
  }
}
