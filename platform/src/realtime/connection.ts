import type { WebSocket } from 'ws';
import type { Channel, Line } from './channel.ts';
import { type Incoming, isObject, type Message, readFrame, textMessage, type Version } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { prepareChannel } from './join-channel.ts';
import { tokenIn } from './join-config.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { TokenBucket } from './token-bucket.ts';

/** Beyond so many unanswered messages we stop reading until some are done. */
const mostUnanswered = 64;
const partingMs = 1_000;
const sessionEnded = 'InvalidJWTToken: The session has ended';

/** One WebSocket: reads what it says, in order, and never lets what waits for it grow without end. */
export class Connection implements Line {
  readonly #context: RealtimeContext;
  readonly #socket: WebSocket;
  readonly #version: Version;
  readonly #apikey: string | null;
  readonly #channels = new Map<string, Channel>();
  readonly #messages: TokenBucket;
  readonly #joins: TokenBucket;
  #last: Promise<void> = Promise.resolve();
  #unanswered = 0;
  #heardAt = Date.now();
  #isOver = false;

  constructor(context: RealtimeContext, socket: WebSocket, version: Version, apikey: string | null) {
    this.#context = context;
    this.#socket = socket;
    this.#version = version;
    this.#apikey = apikey;
    this.#messages = new TokenBucket(context.limits.messagesPerSecond);
    this.#joins = new TokenBucket(context.limits.joinsPerSecond);
    socket.on('message', (data, binary) => this.#hear(data as Buffer, binary));
    socket.on('close', () => this.#end());
    // The close that follows is what counts.
    socket.on('error', () => {});
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  send(message: Message): void {
    if (this.#isOver) return;
    if (this.#socket.bufferedAmount > this.#context.limits.waitingBytes) {
      this.close(1013, 'Too slow: messages were waiting');
      return;
    }
    const frame = message.in(this.#version);
    if (frame !== undefined) this.#socket.send(frame.data, { binary: frame.binary });
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  /** Whoever was there with this session is out. */
  endSession(session_id: string): void {
    for (const channel of [...this.#channels.values()]) {
      if (channel.session === session_id) channel.shutDown(sessionEnded);
    }
  }

  /** Says why, and does not wait long for a goodbye. */
  close(code: number, reason: string): void {
    this.#end();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), partingMs).unref();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const channel of [...this.#channels.values()]) channel.end();
  }

  #hear(data: Buffer, binary: boolean): void {
    if (this.#isOver) return;
    this.#heardAt = Date.now();
    const message = readFrame(this.#version, data, binary);
    if (message === undefined) this.close(1007, 'Not a message of this protocol');
    else if (!this.#messages.take()) this.#tooMany(message);
    // Not behind a join that waits for the database: the client would think that we are gone.
    else if (message.topic === 'phoenix') this.#reply(message, 'ok');
    else this.#queue(message);
  }

  #queue(message: Incoming): void {
    this.#unanswered += 1;
    if (this.#unanswered > mostUnanswered) this.#socket.pause();
    this.#last = this.#last
      .then(() => this.#answer(message))
      .finally(() => {
        this.#unanswered -= 1;
        if (this.#unanswered === 0 && this.#socket.isPaused) this.#socket.resume();
      });
  }

  #tooMany(message: Incoming): void {
    const channel = this.#channels.get(message.topic);
    if (channel === undefined) this.close(1008, 'Too many messages per second');
    else channel.shutDown('Too many messages per second');
  }

  async #answer(message: Incoming): Promise<void> {
    if (this.#isOver) return;
    try {
      if (message.event === 'phx_join') return await this.#join(message);
      const channel = this.#channels.get(message.topic);
      if (channel === undefined) return this.#reply(message, 'error', { reason: 'unmatched topic' });
      await this.#inChannel(channel, message);
    } catch (error) {
      if (error instanceof Refused) return this.#reply(message, 'error', { reason: error.message });
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
    if (this.#isOver) return;
    this.#refuseEnded(channel);
    // A client that joins twice has forgotten the first time.
    before?.close();
    this.#channels.set(channel.topic, channel);
    open();
  }

  async #inChannel(channel: Channel, message: Incoming): Promise<void> {
    const { event, payload, ref, broadcast } = message;
    switch (event) {
      case 'phx_leave':
        channel.reply(ref, 'ok');
        return channel.close();
      case 'access_token':
        return this.#renew(channel, payload);
      case 'broadcast': {
        const sent = broadcast !== undefined && (await channel.broadcast(broadcast));
        if (channel.config.broadcast.ack) channel.reply(ref, sent ? 'ok' : 'error', sent ? {} : unauthorized);
        return;
      }
      case 'presence': {
        const sent = await presenceChanged(channel, payload);
        return channel.reply(ref, sent ? 'ok' : 'error', sent ? {} : unauthorized);
      }
      default:
        return channel.reply(ref, 'error', { reason: `Unknown event: ${event}` });
    }
  }

  async #renew(channel: Channel, payload: Record<string, unknown>): Promise<void> {
    try {
      await channel.become(await identifyConnection(this.#context.callers, this.#apikey, tokenIn(payload)));
      this.#refuseEnded(channel);
      if (!this.#isOver) channel.watchExpiry();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      channel.shutDown(error.message);
    }
  }

  /** The session may have ended while we asked the database. */
  #refuseEnded(channel: Channel): void {
    if (this.#context.callers.ended?.has(channel.session)) throw new Refused(sessionEnded);
  }

  #reply({ topic, ref, joinRef }: Incoming, status: 'ok' | 'error', response: object = {}): void {
    this.send(textMessage(topic, 'phx_reply', JSON.stringify({ status, response }), { joinRef, ref }));
  }
}

const unauthorized = { reason: 'Unauthorized: You do not have permissions to write to this Channel topic' };

async function presenceChanged(channel: Channel, payload: Record<string, unknown>): Promise<boolean> {
  const event = String(payload.event).toLowerCase();
  if (event === 'track') return channel.track(isObject(payload.payload) ? payload.payload : {});
  if (event !== 'untrack') return false;
  channel.untrack();
  return true;
}
