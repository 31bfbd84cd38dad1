import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Identity } from '../database/database.ts';
import type { TopicKey } from './channel-registry.ts';
import { canSend } from './channel-rights.ts';
import { type Broadcast, isObject } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { maxTtlSeconds, readPersistQuery, storeBroadcast, withId } from './persistence.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { TokenBucket } from './token-bucket.ts';

interface TopicBroadcast {
  topicKey: TopicKey;
  broadcast: Broadcast;
}

const maxCallers = 10_000;

/** Broadcasting without a WebSocket: `POST /api/broadcast`, and `POST /api/broadcast/{topic}/events/{event}`. */
export function broadcastApi(context: RealtimeContext): Hono {
  const app = new Hono();
  const buckets = new Map<string, TokenBucket>();
  app.use(cors({ origin: '*', allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info'] }));
  app.use(
    bodyLimit({
      maxSize: context.limits.messageBytes,
      // The rest of the body is not read, so the connection cannot be reused.
      onError: (c) => c.json({ message: 'Payload size exceeds the limit' }, 413, { connection: 'close' }),
    }),
  );

  app.post('/api/broadcast', async (c) => {
    const broadcasts = readBroadcasts(await c.req.json().catch(() => undefined));
    if (typeof broadcasts === 'string')
      return c.json({ errors: { messages: [broadcasts] }, message: broadcasts }, 422);
    return deliver(c, broadcasts);
  });

  app.post('/api/broadcast/:topic/events/:event', async (c) => {
    const topicKey = { topic: c.req.param('topic'), private: c.req.query('private') === 'true' };
    const ttlSeconds = readPersistQuery(c.req.query());
    if (ttlSeconds === undefined)
      return refusePersist(c, `ttl must be an integer from 1 to ${maxTtlSeconds}`);
    if (ttlSeconds > 0 && !topicKey.private) return refusePersist(c, 'can only be used on private channels');
    const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream') === true;
    const body = Buffer.from(await c.req.arrayBuffer());
    const payload = isBinary ? body : jsonIn(body);
    if (payload === undefined) return c.json({ message: 'The payload is not JSON' }, 422);
    const broadcast = { event: c.req.param('event'), payload };
    return deliver(c, [{ topicKey, broadcast }], ttlSeconds);
  });

  async function deliver(c: Context, broadcasts: TopicBroadcast[], ttlSeconds = 0): Promise<Response> {
    let identity: Identity;
    try {
      identity = await identifyConnection(context.callers, c.req.header('apikey') ?? null, bearer(c));
    } catch (error) {
      if (error instanceof Refused) return c.json({ message: error.message }, 401);
      throw error;
    }
    if (!bucketOf(identity).take(broadcasts.length)) {
      return c.json({ message: 'Too many messages per second' }, 429, { 'retry-after': '1' });
    }
    const topics = new Set(broadcasts.flatMap(({ topicKey }) => (topicKey.private ? topicKey.topic : [])));
    for (const topic of topics) {
      if (await canSend(context.database, identity, topic, 'broadcast')) continue;
      return c.json({ message: `You do not have permissions to write to this Channel topic: ${topic}` }, 403);
    }
    for (const { topicKey, broadcast } of broadcasts) {
      if (ttlSeconds === 0) context.registry.publish(topicKey, broadcast);
      else await publishAndStore(identity, { topicKey, broadcast: withId(broadcast) }, ttlSeconds);
    }
    return c.body(null, 202);
  }

  async function publishAndStore(
    identity: Identity,
    { topicKey, broadcast }: TopicBroadcast & { broadcast: { id: string } },
    ttlSeconds: number,
  ): Promise<void> {
    context.registry.publish(topicKey, broadcast);
    if (await canSend(context.database, identity, topicKey.topic, 'persistence'))
      await storeBroadcast(context, topicKey.topic, broadcast, ttlSeconds);
  }

  function bucketOf({ role, claims }: Identity): TokenBucket {
    const name = typeof claims?.sub === 'string' ? claims.sub : role;
    if (buckets.size >= maxCallers) {
      for (const [caller, bucket] of buckets) if (bucket.isFull) buckets.delete(caller);
    }
    const bucket = buckets.get(name) ?? new TokenBucket(context.limits.httpMessagesPerSecond);
    buckets.set(name, bucket);
    return bucket;
  }

  return app;
}

function refusePersist(c: Context, reason: string): Response {
  return c.json({ errors: { persist: [reason] }, message: `persist ${reason}` }, 422);
}

function bearer(c: Context): string | null {
  return /^bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null;
}

/** The broadcasts, or an error message. */
function readBroadcasts(body: unknown): TopicBroadcast[] | string {
  const messages = isObject(body) ? body.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0) return 'messages must be a list';
  if (messages.length > 100) return 'too many messages';
  const broadcasts: TopicBroadcast[] = [];
  for (const message of messages) {
    const { topic, event, payload, private: isPrivate } = isObject(message) ? message : {};
    if (typeof topic !== 'string' || topic === '') return 'topic is required';
    if (typeof event !== 'string' || event === '') return 'event is required';
    if (payload === undefined || payload === null) return 'payload is required';
    broadcasts.push({
      topicKey: { topic, private: isPrivate === true },
      broadcast: { event, payload: JSON.stringify(payload) },
    });
  }
  return broadcasts;
}

function jsonIn(body: Buffer): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}
