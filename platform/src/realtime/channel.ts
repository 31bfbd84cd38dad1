import { randomUUID } from 'node:crypto';
import type { Identity } from '../database/database.ts';
import type { ChangeListener, Subscription } from './changes/subscriptions.ts';
import type { Member, Place } from './channel-registry.ts';
import { canReceive, canSend, type Extension } from './channel-rights.ts';
import { type Broadcast, type Message, textMessage } from './frames.ts';
import { expired, expiryOf, Refused } from './identify-connection.ts';
import type { JoinConfig } from './join-config.ts';
import { presenceMeta } from './presence.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** What a channel needs of its connection. */
export interface Line {
  send(message: Message): void;
  /** The channel is over. */
  forget(channel: Channel): void;
}

const longestTimerMs = 2 ** 31 - 1;

/** One topic that one connection has joined. */
export class Channel implements Member, ChangeListener {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinConfig;
  readonly #context: RealtimeContext;
  readonly #line: Line;
  readonly #place: Place;
  #identity: Identity;
  #identityKey: string;
  #subscriptions: Subscription[] = [];
  #receives: Set<Extension>;
  #sends = new Map<Extension, Promise<boolean>>();
  #presenceRef: string | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    context: RealtimeContext,
    line: Line,
    joined: { topic: string; joinRef: string | null; config: JoinConfig; identity: Identity },
  ) {
    this.#context = context;
    this.#line = line;
    this.topic = joined.topic;
    this.joinRef = joined.joinRef;
    this.config = joined.config;
    this.#place = { topic: joined.topic.slice('realtime:'.length), private: joined.config.private };
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

  get hearsPresence(): boolean {
    return this.config.presence.enabled && this.#receives.has('presence');
  }

  /** As this person, from now on. Refused when the topic is private and not for them. */
  async become(identity: Identity): Promise<void> {
    const receives = this.#place.private
      ? await canReceive(this.#context.database, identity, this.#place.topic)
      : new Set<Extension>(['broadcast', 'presence']);
    if (!receives.has('broadcast')) {
      throw new Refused(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${this.#place.topic}`,
      );
    }
    this.#receives = receives;
    this.#sends = new Map();
    this.#identity = identity;
    this.#identityKey = keyOf(identity);
  }

  /** From here on, everything reaches it. */
  open(subscriptions: Subscription[]): void {
    this.#subscriptions = subscriptions;
    for (const subscription of subscriptions) this.#context.subscriptions.add(subscription);
    this.#context.rooms.enter(this.#place, this);
    this.watchExpiry();
  }

  /** The session behind the token, which may end before the token does. */
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
      Math.min(Math.max(leftMs, 0), longestTimerMs),
    ).unref();
  }

  sendPresence(): void {
    if (this.hearsPresence) this.push('presence_state', this.#context.rooms.presenceState(this.#place));
  }

  async broadcast(broadcast: Broadcast): Promise<boolean> {
    if (!(await this.#canSend('broadcast')) || this.#isOver) return false;
    this.#context.rooms.publish(this.#place, broadcast, this.config.broadcast.self ? undefined : this);
    return true;
  }

  async track(said: unknown): Promise<boolean> {
    if (!(await this.#canSend('presence')) || this.#isOver) return false;
    const ref = randomUUID();
    const previous = this.#presenceRef;
    const meta = presenceMeta(said, ref, previous);
    const present = { key: this.config.presence.key, ref, meta };
    if (Buffer.byteLength(JSON.stringify(present)) > this.#context.limits.presenceBytes) return false;
    this.#presenceRef = ref;
    this.#context.rooms.track(this.#place, present, previous);
    return true;
  }

  untrack(): void {
    if (this.#presenceRef !== undefined) this.#context.rooms.untrack(this.#place, this.#presenceRef);
    this.#presenceRef = undefined;
  }

  send(message: Message): void {
    if (!this.#isOver) this.#line.send(message);
  }

  /** The payload is JSON. */
  push(event: string, payload: string, ref: string | null = null): void {
    this.#line.send(textMessage(this.topic, event, payload, { joinRef: this.joinRef, ref }));
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object = {}): void {
    this.push('phx_reply', JSON.stringify({ status, response }), ref);
  }

  system(status: 'ok' | 'error', extension: 'postgres_changes' | 'system', message: string): void {
    this.push('system', JSON.stringify({ channel: this.#place.topic, extension, message, status }));
  }

  /** Says why, and ends. */
  shutDown(reason: string): void {
    if (this.#isOver) return;
    this.system('error', 'system', reason);
    this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.push('phx_close', '{}', this.joinRef);
    this.end();
  }

  /** Nobody is there to be told. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#expiry);
    this.untrack();
    for (const subscription of this.#subscriptions) this.#context.subscriptions.remove(subscription);
    this.#context.rooms.leave(this.#place, this);
    this.#line.forget(this);
  }

  /** Asked once, until the token changes. */
  #canSend(extension: Extension): Promise<boolean> {
    if (!this.#place.private) return Promise.resolve(true);
    const known = this.#sends.get(extension);
    if (known !== undefined) return known;
    const asked = canSend(this.#context.database, this.#identity, this.#place.topic, extension);
    this.#sends.set(extension, asked);
    asked.catch(() => this.#sends.delete(extension));
    return asked;
  }
}

function keyOf({ role, claims = {} }: Identity): string {
  return JSON.stringify([role, claims]);
}
