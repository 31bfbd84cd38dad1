/*
 * The two versions of the Phoenix channel protocol. 1.0.0: an object as text. 2.0.0: an array as text, and broadcasts
 * as bytes:
 *   from the client  3, lengths of join_ref, ref, topic, event, metadata, encoding; those five; the payload
 *   to the client    4, lengths of topic, event, metadata, encoding; those three; the payload
 * Encoding 1 is JSON, 0 is opaque bytes.
 */

export type Version = '1.0.0' | '2.0.0';

/** A message that a client or the database sends to a topic. */
export interface Broadcast {
  event: string;
  /** JSON as text, or bytes. */
  payload: string | Buffer;
  /** JSON as text. */
  meta?: string;
  /** Of a message that the database keeps. */
  id?: string;
}

export interface Incoming {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
  /** Set when the event is a broadcast. */
  broadcast?: Broadcast;
  /** How long the client wants a broadcast to be kept for replay: see `readPersist`. */
  persist?: unknown;
}

export interface Frame {
  data: Buffer;
  binary: boolean;
}

/** Serialized once per protocol version, however many receivers it has. */
export class Message {
  readonly #write: (version: Version) => Frame | undefined;
  readonly #written = new Map<Version, Frame | undefined>();

  constructor(write: (version: Version) => Frame | undefined) {
    this.#write = write;
  }

  /** Undefined when this version cannot express it. */
  in(version: Version): Frame | undefined {
    if (!this.#written.has(version)) this.#written.set(version, this.#write(version));
    return this.#written.get(version);
  }
}

/** The payload is JSON already. */
export function textMessage(
  topic: string,
  event: string,
  payload: string,
  refs: { joinRef?: string | null; ref?: string | null } = {},
): Message {
  const [t, e] = [JSON.stringify(topic), JSON.stringify(event)];
  const [j, r] = [JSON.stringify(refs.joinRef ?? null), JSON.stringify(refs.ref ?? null)];
  return new Message((version) =>
    text(
      version === '2.0.0'
        ? `[${j},${r},${t},${e},${payload}]`
        : `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`,
    ),
  );
}

export function broadcastMessage(topic: string, broadcast: Broadcast): Message {
  const { event, payload, meta = '' } = broadcast;
  return new Message((version) => {
    const names = [topic, event, meta].map((name) => Buffer.from(name));
    if (version === '2.0.0' && names.every(({ length }) => length <= 255)) {
      const encoding = typeof payload === 'string' ? 1 : 0;
      const head = Buffer.from([4, ...names.map(({ length }) => length), encoding]);
      const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
      return { data: Buffer.concat([head, ...names, body]), binary: true };
    }
    if (typeof payload !== 'string') return undefined;
    const extra = meta === '' ? '' : `,"meta":${meta}`;
    const body = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${extra}}`;
    return textMessage(topic, 'broadcast', body).in(version);
  });
}

/** Undefined when the frame is malformed. */
export function readFrame(version: Version, data: Buffer, binary: boolean): Incoming | undefined {
  try {
    if (binary) return version === '2.0.0' ? readBinary(data) : undefined;
    const parsed: unknown = JSON.parse(data.toString('utf8'));
    if (version === '1.0.0') {
      const { topic, event, payload, ref, join_ref } = parsed as Record<string, unknown>;
      return incoming(join_ref, ref, topic, event, payload);
    }
    if (!Array.isArray(parsed) || parsed.length !== 5) return undefined;
    const [joinRef, ref, topic, event, payload] = parsed;
    return incoming(joinRef, ref, topic, event, payload);
  } catch {
    return undefined;
  }
}

function text(json: string): Frame {
  return { data: Buffer.from(json), binary: false };
}

function incoming(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Incoming | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  const given = isObject(payload) ? payload : {};
  const message = { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: given };
  if (event !== 'broadcast') return message;
  if (typeof given.event !== 'string') return undefined;
  const broadcast = { event: given.event, payload: JSON.stringify(given.payload ?? {}) };
  return { ...message, broadcast };
}

function readBinary(data: Buffer): Incoming | undefined {
  const [kind, ...lengths] = data.subarray(0, 7);
  if (kind !== 3 || lengths.length !== 6) return undefined;
  const encoding = lengths.pop();
  let at = 7;
  const names = lengths.map((length) => {
    const name = data.toString('utf8', at, at + length);
    at += length;
    return name;
  });
  if (at > data.length) return undefined;
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = names;
  const body = data.subarray(at);
  const payload = encoding === 1 ? body.toString('utf8') : Buffer.from(body);
  // Receivers could not parse it.
  if (typeof payload === 'string') JSON.parse(payload);
  const broadcast = { event, payload };
  const options: unknown = metadata === '' ? {} : JSON.parse(metadata);
  const persist = isObject(options) ? options.persist : undefined;
  const refs = { joinRef: joinRef || null, ref: ref || null };
  return { ...refs, topic, event: 'broadcast', payload: {}, broadcast, persist };
}

function refOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
