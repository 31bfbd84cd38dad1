import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressKey } from '../client-address.ts';
import type { Database, Identity } from '../database/database.ts';
import type { Admission } from '../rest/admission/admission.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import { broadcastApi } from './broadcast-api.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import { deliverChanges } from './changes/deliver-changes.ts';
import { Subscriptions } from './changes/subscriptions.ts';
import { ChannelRegistry } from './channel-registry.ts';
import { Connection } from './connection.ts';
import type { Version } from './frames.ts';
import { identifyConnection, Refused } from './identify-connection.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import { MessageFeed } from './message-feed.ts';
import type { RealtimeContext } from './realtime-context.ts';
import { Relay } from './relay.ts';
import { WaitingChannels } from './waiting-channels.ts';

export interface RealtimeOptions {
  database: Database;
  callers: CallerOptions;
  limits?: Partial<RealtimeLimits>;
  /** The client's address; without this function, connections per address are not limited. */
  addressOf?: (request: IncomingMessage) => string;
  /** Counts statements that clients cause; without this function they are not counted. */
  admit?: (identity: Identity, address: string, signal: AbortSignal) => Admission | undefined;
  /** Receives failures in the background, for the log. */
  report?: (message: string) => void;
  /** Receives the cause of each upgrade that was answered with a 5xx status, for the log. */
  reportFailure?: (failure: { request_id: unknown; status: number; err: Error }) => void;
}

export interface Realtime {
  /** The HTTP API, to be mounted at `/realtime/v1`. */
  app: Hono;
  /** Accepts WebSockets at `/realtime/v1/websocket`; leaves other upgrades to other listeners. */
  attach(server: Server): void;
  /** The number of open connections. */
  readonly connections: number;
  /** Closes all connections. Call it before closing the server, which would wait for them, and the database. */
  close(): Promise<void>;
}

/** Supabase Realtime: row changes, broadcast and presence over Phoenix channels. */
export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { database, callers, addressOf, report = () => {}, reportFailure = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const registry = new ChannelRegistry();
  const subscriptions = new Subscriptions();
  const waiting = new WaitingChannels();
  const context: RealtimeContext = {
    database,
    callers,
    limits,
    registry,
    subscriptions,
    waiting,
    report,
    admit: (identity, { address, signal }) =>
      address === undefined ? undefined : options.admit?.(identity, address, signal),
  };
  const changes = new ChangeFeed({
    database,
    listenedTables: () => subscriptions.listenedTables(),
    deliver: (some) => deliverChanges(database, subscriptions, some, limits.recordBytes),
    report,
    catchUpMs: limits.catchUpMs,
    recordBytes: limits.recordBytes,
  });
  const messages = new MessageFeed(database, registry, report, limits.catchUpMs);
  // An embedded database has only one process.
  const relay =
    database.kind === 'postgres' ? new Relay(database, registry, report, limits.heartbeatMs) : undefined;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  });
  sockets.on('headers', (headers, request) => headers.push(...requestIdHeader(request)));
  const connections = new Set<Connection>();
  const perAddress = new Map<string, number>();
  let isClosed = false;

  await Promise.all([changes.start(), messages.start(), relay?.start()]);
  const stopWaiting = await waiting.follow(context);
  const watch = setInterval(() => {
    const longAgo = Date.now() - limits.silenceMs;
    for (const one of connections) if (one.lastMessageAt < longAgo) one.close(1001, 'No heartbeat');
  }, limits.silenceMs / 4).unref();

  const stopListening = callers.ended?.onEnd((session_id) => {
    for (const one of connections) one.endSession(session_id);
  });

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    socket.on('error', () => socket.destroy());
    const version = url.searchParams.get('vsn') ?? '1.0.0';
    const refuseWith = (status: string): void => refuse(request, socket, status);
    const unavailable = (err: Error): void => {
      reportFailure({ request_id: request.headers['x-request-id'], status: 503, err });
      refuseWith('503 Service Unavailable');
    };
    if (version !== '1.0.0' && version !== '2.0.0') return refuseWith('400 Bad Request');
    const header = request.headers['x-api-key'] ?? request.headers.apikey;
    const apikey = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : null);
    const address = addressOf && addressKey(addressOf(request));
    const already = address === undefined ? 0 : (perAddress.get(address) ?? 0);
    if (isClosed) return unavailable(new Error('the server is stopping'));
    if (connections.size >= limits.connections)
      return unavailable(new Error(`${connections.size} connections are open, the most there can be`));
    if (already >= limits.connectionsPerAddress) return refuseWith('429 Too Many Requests');
    try {
      await identifyConnection(callers, apikey, null);
    } catch (error) {
      return error instanceof Refused ? refuseWith('401 Unauthorized') : unavailable(error as Error);
    }
    sockets.handleUpgrade(request, socket, head, (opened) => addConnection(opened, version, apikey, address));
  }

  function addConnection(
    socket: WebSocket,
    version: Version,
    apikey: string | null,
    address: string | undefined,
  ): void {
    const connection = new Connection(context, socket, { version, apikey, address });
    connections.add(connection);
    if (address !== undefined) perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    socket.on('close', () => {
      connections.delete(connection);
      if (address === undefined) return;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    if (isClosed) connection.close(1012, 'The server is stopping');
  }

  return {
    app: broadcastApi(context),
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const url = URL.parse(request.url ?? '/', 'http://lakou');
        if (url?.pathname === '/realtime/v1/websocket') {
          upgrade(request, socket, head, url).catch((error: Error) => {
            report(`A WebSocket could not be opened: ${error.message}`);
            socket.destroy();
          });
        } else if (server.listenerCount('upgrade') === 1) refuse(request, socket, '404 Not Found');
      });
    },
    get connections() {
      return connections.size;
    },
    async close() {
      isClosed = true;
      clearInterval(watch);
      stopListening?.();
      for (const connection of connections) connection.close(1012, 'The server is stopping');
      await Promise.all([changes.close(), messages.close(), relay?.close(), stopWaiting()]);
      registry.close();
    },
  };
}

function refuse(request: IncomingMessage, socket: Duplex, status: string): void {
  const head = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Length: 0', ...requestIdHeader(request)];
  socket.end(`${head.join('\r\n')}\r\n\r\n`);
}

/** The request id as a header line, if the server has set one. */
function requestIdHeader(request: IncomingMessage): string[] {
  const name = request.headers['x-request-id'];
  return typeof name === 'string' && /^[\w.:-]+$/.test(name) ? [`X-Request-Id: ${name}`] : [];
}
