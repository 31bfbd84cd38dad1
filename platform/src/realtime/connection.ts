import type { WebSocket } from 'ws';
import { RestError } from '../rest/errors.ts';
import type { Channel, ChannelConnection } from './channel.ts';
import { type Incoming, isObject, type Message, readFrame, textMessage, type Version } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { prepareChannel } from './join-channel.ts';
import { tokenIn } from './join-config.ts';
import { readPersist, withId } from './persistence.ts';
import type { Client, RealtimeContext } from './realtime-context.ts';
import { TokenBucket } from './token-bucket.ts';

/** Reading pauses beyond this many messages in progress. */
const maxPendingMessages = 64;
const closeTimeoutMs = 1_000;
const sessionEnded = 'InvalidJWTToken: The session has ended';

/** One WebSocket. Handles its messages in order, and limits both incoming and outgoing queues. */
export class Connection implements ChannelConnection {
  readonly #context: RealtimeContext;
  readonly #socket: WebSocket;
  readonly #version: Version;
  readonly #apikey: string | null;
  readonly #channels = new Map<string, Channel>();
  readonly #messages: TokenBucket;
  readonly #joins: TokenBucket;
  readonly #closing = new AbortController();
  readonly client: Client;
  #last: Promise<void> = Promise.resolve();
  #pendingMessages = 0;
  #lastMessageAt = Date.now();
  #isClosed = false;

  constructor(
    context: RealtimeContext,
    socket: WebSocket,
    { version, apikey, address }: { version: Version; apikey: string | null; address: string | undefined },
  ) {
    this.#context = context;
    this.#socket = socket;
    this.client = { address, signal: this.#closing.signal };
    this.#version = version;
    this.#apikey = apikey;
    this.#messages = new TokenBucket(context.limits.messagesPerSecond);
    this.#joins = new TokenBucket(context.limits.joinsPerSecond);
    socket.on('message', (data, binary) => this.#onMessage(data as Buffer, binary));
    socket.on('close', () => this.#end());
    // A close event follows.
    socket.on('error', () => {});
  }

  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  send(message: Message): void {
    if (this.#isClosed) return;
    if (this.#socket.bufferedAmount > this.#context.limits.waitingBytes) {
      this.close(1013, 'Too slow: messages were waiting');
      return;
    }
    const frame = message.in(this.#version);
    if (frame !== undefined) this.#socket.send(frame.data, { binary: frame.binary });
  }

  removeChannel(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  /** Closes the channels that were joined with this session. */
  endSession(session_id: string): void {
    for (const channel of [...this.#channels.values()]) {
      if (channel.session === session_id) channel.shutDown(sessionEnded);
    }
  }

  /** Sends the reason, and terminates the socket if the client does not answer soon. */
  close(code: number, reason: string): void {
    this.#end();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    for (const channel of [...this.#channels.values()]) channel.end();
  }

  #onMessage(data: Buffer, binary: boolean): void {
    if (this.#isClosed) return;
    this.#lastMessageAt = Date.now();
    const message = readFrame(this.#version, data, binary);
    if (message === undefined) this.close(1007, 'Not a message of this protocol');
    else if (!this.#messages.take()) this.#handleTooMany(message);
    // Heartbeats skip the queue: behind a slow join the client would consider the connection dead.
    else if (message.topic === 'phoenix') this.#reply(message, 'ok');
    else this.#queue(message);
  }

  #queue(message: Incoming): void {
    this.#pendingMessages += 1;
    if (this.#pendingMessages > maxPendingMessages) this.#socket.pause();
    this.#last = this.#last
      .then(() => this.#handle(message))
      .finally(() => {
        this.#pendingMessages -= 1;
        if (this.#pendingMessages === 0 && this.#socket.isPaused) this.#socket.resume();
      });
  }

  #handleTooMany(message: Incoming): void {
    const channel = this.#channels.get(message.topic);
    if (channel === undefined) this.close(1008, 'Too many messages per second');
    else channel.shutDown('Too many messages per second');
  }

  async #handle(message: Incoming): Promise<void> {
    if (this.#isClosed) return;
    try {
      if (message.event === 'phx_join') return await this.#join(message);
      const channel = this.#channels.get(message.topic);
      if (channel === undefined) return this.#reply(message, 'error', { reason: 'unmatched topic' });
      await this.#handleInChannel(channel, message);
    } catch (error) {
      if (this.#isClosed) return;
      // The latter: this client has to wait, as at the Data API.
      if (error instanceof Refused || error instanceof RestError)
        return this.#reply(message, 'error', { reason: error.message });
      this.#context.report(`Realtime could not answer ${message.event}: ${(error as Error).message}`);
      this.#reply(message, 'error', { reason: 'Unavailable: please try again' });
    }
  }

  async #join(message: Incoming): Promise<void> {
    if (!this.#joins.take()) throw new Refused('ClientJoinRateLimitReached: Too many joins per second');
    const before = this.#channels.get(message.topic);
    const { channelsPerConnection } = this.#context.limits;
    if (before === undefined && this.#channels.size >= channelsPerConnection) {
      throw new Refused('ChannelRateLimitReached: Too many channels');
    }
    const { channel, open } = await prepareChannel(this.#context, this, this.#apikey, message);
    if (this.#isClosed) return;
    this.#refuseEnded(channel);
    // A second join of the same topic replaces the first.
    before?.close();
    this.#channels.set(channel.topic, channel);
    await open();
  }

  async #handleInChannel(channel: Channel, message: Incoming): Promise<void> {
    const { event, payload, ref } = message;
    switch (event) {
      case 'phx_leave':
        channel.reply(ref, 'ok');
        return channel.close();
      case 'access_token':
        return this.#refreshToken(channel, payload);
      case 'broadcast':
        return broadcastIn(channel, message);
      case 'presence': {
        const sent = await changePresence(channel, payload);
        return channel.reply(ref, sent ? 'ok' : 'error', sent ? {} : unauthorized);
      }
      default:
        return channel.reply(ref, 'error', { reason: `Unknown event: ${event}` });
    }
  }

  async #refreshToken(channel: Channel, payload: Record<string, unknown>): Promise<void> {
    try {
      await channel.authorize(
        await identifyConnection(this.#context.callers, this.#apikey, tokenIn(payload)),
      );
      this.#refuseEnded(channel);
      if (!this.#isClosed) channel.watchExpiry();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      channel.shutDown(error.message);
    }
  }

  /** The session may have ended during the database query. */
  #refuseEnded(channel: Channel): void {
    if (this.#context.callers.ended?.has(channel.session)) throw new Refused(sessionEnded);
  }

  #reply({ topic, ref, joinRef }: Incoming, status: 'ok' | 'error', response: object = {}): void {
    this.send(textMessage(topic, 'phx_reply', JSON.stringify({ status, response }), { joinRef, ref }));
  }
}

const unauthorized = { reason: 'Unauthorized: You do not have permissions to write to this Channel topic' };

async function broadcastIn(channel: Channel, { broadcast, persist, ref }: Incoming): Promise<void> {
  if (broadcast === undefined) return;
  const { ack } = channel.config.broadcast;
  const ttlSeconds = channel.config.private ? readPersist(persist) : 0;
  if (ttlSeconds === undefined) {
    if (ack) channel.reply(ref, 'error', { error: 'invalid_persist_ttl' });
    return;
  }
  const stored = ttlSeconds > 0 ? withId(broadcast) : undefined;
  if (!(await channel.broadcast(stored ?? broadcast))) {
    if (ack) channel.reply(ref, 'error', unauthorized);
    return;
  }
  // After it was delivered: only the sender's next message waits for the database.
  const isStored = stored !== undefined && (await channel.store(stored, ttlSeconds));
  if (ack) channel.reply(ref, 'ok', isStored ? { id: stored.id } : {});
}

async function changePresence(channel: Channel, payload: Record<string, unknown>): Promise<boolean> {
  const event = String(payload.event).toLowerCase();
  if (event === 'track') return channel.track(isObject(payload.payload) ? payload.payload : {});
  if (event !== 'untrack') return false;
  channel.untrack();
  return true;
}
