import { randomUUID } from 'node:crypto';
import type { Identity } from '../database/database.ts';
import type { Admission } from '../rest/admission/admission.ts';
import type { ChangeListener, Subscription } from './changes/subscriptions.ts';
import type { ChannelMember, TopicKey } from './channel-registry.ts';
import { canReceive, canSend, type Extension } from './channel-rights.ts';
import { type Broadcast, broadcastMessage, type Message, textMessage } from './frames.ts';
import { expired, expiryOf, Refused } from './identify-connection.ts';
import type { JoinConfig } from './join-config.ts';
import { storeBroadcast } from './persistence.ts';
import { presenceMeta } from './presence.ts';
import type { Client, RealtimeContext } from './realtime-context.ts';
import { readLatestMessages, type StoredMessage, toBroadcast } from './stored-messages.ts';

/** What a channel needs from its connection. */
export interface ChannelConnection {
  readonly client: Client;
  send(message: Message): void;
  /** Called when the channel has ended. */
  removeChannel(channel: Channel): void;
}

const maxTimerMs = 2 ** 31 - 1;
const maxHeld = 1_000;

/** One topic that one connection has joined. */
export class Channel implements ChannelMember, ChangeListener {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  readonly #context: RealtimeContext;
  readonly #connection: ChannelConnection;
  readonly #topicKey: TopicKey;
  #identity: Identity;
  #identityKey: string;
  #subscriptions: Subscription[] = [];
  #receives: Set<Extension>;
  #sends = new Map<Extension, Promise<boolean>>();
  #presenceRef: string | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** What came while earlier messages were being read. */
  #held: { message: Message; id: string | undefined }[] | undefined;
  #replayed: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(
    context: RealtimeContext,
    connection: ChannelConnection,
    joined: { topic: string; joinRef: string | null; config: JoinConfig; identity: Identity },
  ) {
    this.#context = context;
    this.#connection = connection;
    this.topic = joined.topic;
    this.joinRef = joined.joinRef;
    this.config = joined.config;
    this.#topicKey = { topic: joined.topic.slice('realtime:'.length), private: joined.config.private };
    this.#identity = joined.identity;
    this.#identityKey = keyOf(joined.identity);
    this.#receives = new Set();
  }

  get identity(): Identity {
    return this.#identity;
  }

  get identityKey(): string {
    return this.#identityKey;
  }

  get receivesPresence(): boolean {
    return this.config.presence.enabled && this.#receives.has('presence');
  }

  /** Changes the channel's identity. Throws when the topic is private and the identity cannot read it. */
  async authorize(identity: Identity): Promise<void> {
    const receives = this.#topicKey.private
      ? await canReceive(this.#context.database, identity, this.#topicKey.topic, this.#admit(identity))
      : new Set<Extension>(['broadcast', 'presence']);
    if (!receives.has('broadcast')) {
      throw new Refused(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${this.#topicKey.topic}`,
      );
    }
    this.#receives = receives;
    this.#sends = new Map();
    this.#identity = identity;
    this.#identityKey = keyOf(identity);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Starts delivery to this channel. What comes is held until `release`. */
  open(): void {
    this.#held = [];
    this.#context.registry.enter(this.#topicKey, this);
    this.watchExpiry();
  }

  /** Starts the delivery of row changes. */
  subscribe(subscriptions: Subscription[]): void {
    this.#subscriptions = subscriptions;
    for (const subscription of subscriptions) this.#context.subscriptions.add(subscription);
  }

  /** The earlier messages that the client asked for. Read after delivery has started, so that none is lost between. */
  async readReplay(): Promise<StoredMessage[]> {
    const { replay } = this.config.broadcast;
    if (replay === undefined) return [];
    try {
      return await readLatestMessages(this.#context.database, this.#topicKey.topic, replay);
    } catch (error) {
      this.end();
      this.#context.report(`Realtime could not replay messages: ${(error as Error).message}`);
      throw new Refused('UnableToReplayMessages: Realtime was unable to replay messages');
    }
  }

  /** Sends the earlier messages, and then what came since. */
  release(replayed: StoredMessage[]): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const message of replayed) this.send(broadcastMessage(this.topic, toBroadcast(message, true)));
    this.#replayed = new Set(replayed.map(({ id }) => id));
    for (const { message, id } of held) this.send(message, id);
  }

  /** The token's session, which may end before the token expires. */
  get session(): unknown {
    return this.#identity.claims?.session_id;
  }

  watchExpiry(): void {
    clearTimeout(this.#expiry);
    const expiry = expiryOf(this.#identity);
    if (expiry === undefined) return;
    const leftMs = expiry * 1000 - Date.now();
    this.#expiry = setTimeout(
      () => {
        const overdue = Date.now() / 1000 - expiry;
        if (overdue < 0) return this.watchExpiry();
        this.shutDown(expired(overdue));
      },
      Math.min(Math.max(leftMs, 0), maxTimerMs),
    ).unref();
  }

  sendPresence(): void {
    if (this.receivesPresence)
      this.push('presence_state', this.#context.registry.presenceState(this.#topicKey));
  }

  /** Resolves to false when the sender cannot send here. */
  async broadcast(broadcast: Broadcast): Promise<boolean> {
    if (!(await this.#canSend('broadcast')) || this.#isClosed) return false;
    this.#context.registry.publish(this.#topicKey, broadcast, this.config.broadcast.self ? undefined : this);
    return true;
  }

  /** Stores what was broadcast, if the sender can do that here. Resolves to whether it is stored. */
  async store(broadcast: Broadcast & { id: string }, ttlSeconds: number): Promise<boolean> {
    if (!this.#topicKey.private || !(await this.#canSend('persistence'))) return false;
    return storeBroadcast(this.#context, this.#topicKey.topic, broadcast, ttlSeconds);
  }

  async track(payload: unknown): Promise<boolean> {
    if (!(await this.#canSend('presence')) || this.#isClosed) return false;
    const ref = randomUUID();
    const previous = this.#presenceRef;
    const meta = presenceMeta(payload, ref, previous);
    const entry = { key: this.config.presence.key, ref, meta };
    if (Buffer.byteLength(JSON.stringify(entry)) > this.#context.limits.presenceBytes) return false;
    this.#presenceRef = ref;
    this.#context.registry.track(this.#topicKey, entry, previous);
    return true;
  }

  untrack(): void {
    if (this.#presenceRef !== undefined) this.#context.registry.untrack(this.#topicKey, this.#presenceRef);
    this.#presenceRef = undefined;
  }

  send(message: Message, id?: string): void {
    if (this.#isClosed || (id !== undefined && this.#replayed.has(id))) return;
    if (this.#held === undefined) this.#connection.send(message);
    else if (this.#held.length < maxHeld) this.#held.push({ message, id });
    else this.shutDown('Too many messages per second');
  }

  /** The payload is JSON. */
  push(event: string, payload: string, ref: string | null = null): void {
    this.#connection.send(textMessage(this.topic, event, payload, { joinRef: this.joinRef, ref }));
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object = {}): void {
    this.push('phx_reply', JSON.stringify({ status, response }), ref);
  }

  system(status: 'ok' | 'error', extension: 'postgres_changes' | 'system', message: string): void {
    this.push('system', JSON.stringify({ channel: this.#topicKey.topic, extension, message, status }));
  }

  confirmSubscriptions(): void {
    this.system('ok', 'postgres_changes', 'Subscribed to PostgreSQL');
  }

  /** Sends the reason and closes the channel. */
  shutDown(reason: string): void {
    if (this.#isClosed) return;
    this.system('error', 'system', reason);
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.push('phx_close', '{}', this.joinRef);
    this.end();
  }

  /** Ends without a message, because the connection is gone. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#expiry);
    this.untrack();
    this.#context.waiting.remove(this);
    for (const subscription of this.#subscriptions) this.#context.subscriptions.remove(subscription);
    this.#context.registry.leave(this.#topicKey, this);
    this.#connection.removeChannel(this);
  }

  #admit(identity: Identity): Admission | undefined {
    return this.#context.admit(identity, this.#connection.client);
  }

  /** Checked once per token. */
  #canSend(extension: Extension): Promise<boolean> {
    if (!this.#topicKey.private) return Promise.resolve(true);
    const known = this.#sends.get(extension);
    if (known !== undefined) return known;
    const { topic } = this.#topicKey;
    const admission = this.#admit(this.#identity);
    const check = canSend(this.#context.database, this.#identity, topic, extension, admission);
    this.#sends.set(extension, check);
    check.catch(() => this.#sends.delete(extension));
    return check;
  }
}

function keyOf({ role, claims = {} }: Identity): string {
  return JSON.stringify([role, claims]);
}
