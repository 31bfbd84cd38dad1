import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { StartRefused } from '@lakou/platform/database';
import { getPath } from 'hono/utils/url';
import { Traffic } from '../metrics/traffic.ts';
import { answerAtOnce, type KeptAnswers } from './answer-at-once.ts';
import { clientAddress } from './client-address.ts';
import { drainRequest } from './drain-request.ts';
import type { Environment } from './environment.ts';
import { LoadShedding, type ShedLimits } from './load-shedding.ts';
import { type LogRequests, logRequest } from './log-request.ts';
import { answerUncaught, serviceBusy, serviceUnavailable, tooManyRequests } from './refusals.ts';
import { refuseConnect, refuseMalformed } from './refuse-malformed.ts';
import { assignRequestId, REQUEST_ID, requestId } from './request-id.ts';
import { RequestLimit } from './request-limit.ts';
import { rankOf } from './request-rank.ts';
import { securityHeaders } from './security-headers.ts';
import { SlowRequests } from './slow-requests.ts';

/** How long running requests can take to finish after a stop. */
const GRACE_MS = 10_000;

/** How long a proxy's connections stay open after its last request, while new ones are refused: it then uses another process. */
const DRAIN_MS = 1_000;

/** How often connections that have become idle are closed then. */
const SWEEP_MS = 50;

/** Longer than the minute for which proxies keep idle connections, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000;

/** Space for the longest address that the Data API takes (its `urlLength`), a token and cookies. */
const HEAD_BYTES = 48 * 1024;

interface App extends KeptAnswers {
  fetch(request: Request, environment: Environment['Bindings']): Response | Promise<Response>;
}

export interface HttpServerSettings {
  host: string;
  port: number;
  /** The address people use, if it differs from ours. */
  publicUrl?: string | undefined;
  trustedProxies?: number;
  logRequests?: LogRequests;
  /** A minute; 0: no limit. */
  requestsPerAddress?: number;
  /** Time for a request's headers; its body must not stall for longer. */
  slowRequestMs?: number;
  /** nginx asks at `/delivery`; without a secret it is not mounted. */
  deliverySecret?: string | undefined;
  /** Default: nobody is refused. */
  shedding?: ShedLimits;
  /** A proxy that is refused tries another process; one that is answered 503 does not. Not for port 0. */
  opensWhenReady?: boolean;
  /** Calls `answer` for each request. */
  traceRequest?:
    | ((incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void) => void)
    | undefined;
}

export interface HttpServer {
  /** Such as http://127.0.0.1:4000. */
  address: string;
  /** For requests of the process to itself: behind a proxy it answers until the last request of others has been answered. */
  ownAddress: string;
  server: Server;
  traffic: Traffic;
  /** Opens the port if that was left for when the application is ready. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the port, unless it `opensWhenReady`. `app` returns the application once it is ready; until then requests are answered 503. Every response
 * gets its security headers, its request id and its log line here.
 */
export async function listen(settings: HttpServerSettings, app: () => App | undefined): Promise<HttpServer> {
  const { host, port, publicUrl = '', trustedProxies = 0 } = settings;
  const { logRequests = 'off', requestsPerAddress = 0, slowRequestMs = 30_000 } = settings;
  const shedding = new LoadShedding(settings.shedding ?? { lagMs: 0, requests: 0 });
  const headers = securityHeaders(publicUrl.startsWith('https:'));
  const traffic = new Traffic(shedding.metrics);
  const limit = new RequestLimit(requestsPerAddress);
  const slow = new SlowRequests(slowRequestMs);
  const hasDelivery = settings.deliverySecret !== undefined;
  const isLate = (settings.opensWhenReady ?? false) && port !== 0;
  let isClosing = false;
  let requestedAt = 0;

  const answer = getRequestListener(
    (request, bindings) => {
      const { incoming, outgoing } = bindings as HttpBindings;
      // The router's own parse: what it calls `/assets/…` has no other meaning to any service.
      const path = getPath(request);
      if (path === '/healthz') return Response.json({ status: 'alive' });
      const rank = rankOf(path, incoming, hasDelivery);
      const busy = shedding.wait(rank);
      if (busy > 0) return serviceBusy(busy, incoming);
      if (rank !== 'served') outgoing.once('close', shedding.begin());
      const address = clientAddress(incoming, trustedProxies);
      const countRequest = () => limit.wait(address);
      const wait = isCountedElsewhere(path, hasDelivery) ? 0 : countRequest();
      if (wait > 0) return tooManyRequests(wait, requestId(incoming));
      const ready = app();
      if (!ready) return serviceUnavailable(requestId(incoming));
      return answerWith(ready, request, Object.assign(bindings as HttpBindings, { address, countRequest }));
    },
    { errorHandler: (error) => answerUncaught(error, undefined) },
  );
  const atOnce = answerAtOnce({
    kept: app,
    securityHeaders: headers,
    addressOf: (incoming) => clientAddress(incoming, trustedProxies),
    isAllowed: (address) => limit.wait(address) === 0,
  });
  const answerByApp = (incoming: IncomingMessage, outgoing: ServerResponse, id: string): void => {
    slow.watchReader(incoming, outgoing);
    for (const [name, value] of headers) outgoing.setHeader(name, value);
    outgoing.setHeader(REQUEST_ID, id);
    void answer(incoming, outgoing);
  };
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const request_id = assignRequestId(incoming, trustedProxies);
    if (isClosing) outgoing.shouldKeepAlive = false;
    requestedAt = performance.now();
    logRequest(incoming, outgoing, request_id, { traffic, level: logRequests });
    slow.watchBody(incoming);
    const goOn = (isSent: boolean): void => {
      if (!isSent) answerByApp(incoming, outgoing, request_id);
      else if (incoming.socket.writableLength > 0) slow.watchReader(incoming, outgoing);
    };
    const isSent = atOnce(incoming, outgoing, request_id);
    if (isSent instanceof Promise) void isSent.then(goOn);
    else goOn(isSent);
  };
  const { traceRequest } = settings;
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES,
      headersTimeout: slowRequestMs,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(slowRequestMs, 10_000),
      // Upgrades to other protocols are ignored and answered over HTTP.
      shouldUpgradeCallback(incoming) {
        const { upgrade = '' } = incoming.headers;
        if (upgrade.toLowerCase() !== 'websocket' || server.listenerCount('upgrade') === 0) return false;
        if (limit.wait(clientAddress(incoming, trustedProxies)) > 0) return false;
        assignRequestId(incoming, trustedProxies);
        return true;
      },
    },
    traceRequest
      ? (incoming, outgoing) => traceRequest(incoming, outgoing, () => handle(incoming, outgoing))
      : handle,
  );
  server.on('clientError', refuseMalformed(headers));
  server.on('connect', refuseConnect(headers));
  if (!isLate) await opened(server, host, port);
  const boundPort = isLate ? port : (server.address() as AddressInfo).port;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`;
  const own = isLate ? await openOwn(server) : undefined;
  return {
    address,
    ownAddress: own?.address ?? address,
    server,
    traffic,
    async open() {
      if (isLate) await opened(server, host, port);
    },
    close() {
      isClosing = true;
      requestedAt = performance.now();
      const drainMs = trustedProxies > 0 ? DRAIN_MS : 0;
      return closed(server, () => performance.now() - requestedAt >= drainMs).finally(() => {
        own?.close();
        slow.stop();
        shedding.stop();
      });
    },
  };
}

async function answerWith(
  app: App,
  request: Request,
  environment: Environment['Bindings'],
): Promise<Response> {
  const { incoming } = environment;
  try {
    return await drainRequest(incoming, await app.fetch(request, environment));
  } catch (error) {
    return answerUncaught(error, requestId(incoming));
  }
}

/** Most requests are for these. Assets are files; the streams count the requests that are more than that. */
function isCountedElsewhere(path: string, hasDelivery: boolean): boolean {
  if (path.startsWith('/delivery/')) return hasDelivery;
  return path.startsWith('/assets/') || path.startsWith('/stream/');
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is taken; stop what runs there, or set PORT to another one.`,
        EACCES: `Port ${port} cannot be opened by this user; set PORT to one above 1023.`,
        EADDRNOTAVAIL: `This machine has no address ${host}; set HOST to one it has.`,
        ENOTFOUND: `This machine has no address ${host}; set HOST to one it has.`,
      };
      reject(
        new StartRefused(reasons[error.code ?? ''] ?? `${host}:${port} cannot be opened: ${error.message}.`),
      );
    });
    server.listen(port, host, resolve);
  });
}

/** Requests of the process to itself, such as a function's to the Data API: they are part of requests that may finish after a stop. */
async function openOwn(server: Server): Promise<{ address: string; close(): void }> {
  const own = new NetServer((socket) => server.emit('connection', socket));
  await new Promise<void>((resolve, reject) => {
    own.once('error', reject);
    own.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(own.address() as AddressInfo).port}`,
    close() {
      own.close();
      server.closeAllConnections();
    },
  };
}

function closed(server: Server, isDrained: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // Keep-alive connections become idle after their last response. An immediate runs after what has arrived was read.
    const sweep = setInterval(() => {
      setImmediate(() => isDrained() && server.closeIdleConnections());
    }, SWEEP_MS);
    // The HTTP server's own `close` ends idle connections at once, perhaps while a request is on its way on one.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(patience);
      clearInterval(sweep);
      resolve();
    });
  });
}
