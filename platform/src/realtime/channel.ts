import { randomUUID } from 'node:crypto';
import type { Identity } from '../database/database.ts';
import type { ChangeListener, Subscription } from './changes/subscriptions.ts';
import type { ChannelMember, TopicKey } from './channel-registry.ts';
import { canReceive, canSend, type Extension } from './channel-rights.ts';
import { type Broadcast, type Message, textMessage } from './frames.ts';
import { expired, expiryOf, Refused } from './identify-connection.ts';
import type { JoinConfig } from './join-config.ts';
import { presenceMeta } from './presence.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** What a channel needs from its connection. */
export interface ChannelConnection {
  send(message: Message): void;
  /** Called when the channel has ended. */
  removeChannel(channel: Channel): void;
}

const maxTimerMs = 2 ** 31 - 1;

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
      ? await canReceive(this.#context.database, identity, this.#topicKey.topic)
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

  /** Starts delivery to this channel. */
  open(subscriptions: Subscription[]): void {
    this.#subscriptions = subscriptions;
    for (const subscription of subscriptions) this.#context.subscriptions.add(subscription);
    this.#context.registry.enter(this.#topicKey, this);
    this.watchExpiry();
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

  async broadcast(broadcast: Broadcast): Promise<boolean> {
    if (!(await this.#canSend('broadcast')) || this.#isClosed) return false;
    this.#context.registry.publish(this.#topicKey, broadcast, this.config.broadcast.self ? undefined : this);
    return true;
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

  send(message: Message): void {
    if (!this.#isClosed) this.#connection.send(message);
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
    for (const subscription of this.#subscriptions) this.#context.subscriptions.remove(subscription);
    this.#context.registry.leave(this.#topicKey, this);
    this.#connection.removeChannel(this);
  }

  /** Checked once per token. */
  #canSend(extension: Extension): Promise<boolean> {
    if (!this.#topicKey.private) return Promise.resolve(true);
    const known = this.#sends.get(extension);
    if (known !== undefined) return known;
    const check = canSend(this.#context.database, this.#identity, this.#topicKey.topic, extension);
    this.#sends.set(extension, check);
    check.catch(() => this.#sends.delete(extension));
    return check;
  }
}

function keyOf({ role, claims = {} }: Identity): string {
  return JSON.stringify([role, claims]);
}
