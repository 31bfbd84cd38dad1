import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { StartRefused } from '@lakou/platform/database/errors';
import { Traffic } from '../metrics/traffic.ts';
import { clientAddress } from './client-address.ts';
import { finishReading } from './finish-reading.ts';
import { type LogRequests, noteRequest } from './note-request.ts';
import { pathOf } from './path-of.ts';
import { answerTheRest, serviceUnavailable, tooManyRequests } from './refusals.ts';
import { refuseNonsense, refuseTunnels } from './refuse-nonsense.ts';
import { RequestBound } from './request-bound.ts';
import { nameRequest, REQUEST_ID, requestId } from './request-id.ts';
import { safeHeaders } from './safe-headers.ts';
import { serviceOf } from './service-of.ts';
import { SlowRequests } from './slow-requests.ts';

/** How long running requests may take to finish when we stop. */
const GRACE_MS = 10_000;

/** Longer than the minute for which proxies keep idle connections: it must be they who hang up first. */
const KEEP_ALIVE_MS = 65_000;

/** Room for the longest address that the Data API takes (its `urlLength`), and a token and cookies beside it. */
const HEAD_BYTES = 48 * 1024;

interface App {
  fetch(request: Request, environment: HttpBindings | Http2Bindings): Response | Promise<Response>;
}

export interface HttpServerSettings {
  host: string;
  port: number;
  /** The address people use, where it is another one than ours. */
  publicUrl?: string | undefined;
  trustedProxies?: number;
  logRequests?: LogRequests;
  /** A minute; 0 is without a bound. */
  requestsPerAddress?: number;
  /** The head of a request has to be there within it, and its body has to keep coming. */
  slowRequestMs?: number;
}

export interface HttpServer {
  /** Where we listen, such as http://127.0.0.1:4000. */
  address: string;
  server: Server;
  traffic: Traffic;
  close(): Promise<void>;
}

/**
 * Opens the port. `app` gives the application once it is ready; until then everybody is asked to come back. Whatever is
 * answered, by whom and in whatever state of the house: its headers, its name, its line in the log come from here.
 */
export async function listen(settings: HttpServerSettings, app: () => App | undefined): Promise<HttpServer> {
  const { host, port, publicUrl = '', trustedProxies = 0 } = settings;
  const { logRequests = 'off', requestsPerAddress = 0, slowRequestMs = 30_000 } = settings;
  const headers = safeHeaders(publicUrl.startsWith('https:'));
  const traffic = new Traffic();
  const bound = new RequestBound(requestsPerAddress);
  const slow = new SlowRequests(slowRequestMs);

  const answer = getRequestListener(
    (request, environment) => {
      const { incoming } = environment as HttpBindings;
      const path = pathOf(incoming.url);
      if (path === '/healthz') return Response.json({ status: 'alive' });
      const wait = isHot(path) ? 0 : bound.wait(clientAddress(incoming, trustedProxies));
      if (wait > 0) return tooManyRequests(wait, requestId(incoming));
      const answered = app()?.fetch(request, environment) ?? serviceUnavailable(requestId(incoming));
      return answered instanceof Promise
        ? answered.then((ready) => finishReading(incoming, ready))
        : answered;
    },
    { errorHandler: answerTheRest },
  );
  const server = createServer(
    {
      maxHeaderSize: HEAD_BYTES,
      headersTimeout: slowRequestMs,
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(slowRequestMs, 10_000),
      // Whatever else asks for another protocol gets an ordinary answer.
      shouldUpgradeCallback(incoming) {
        const { upgrade = '' } = incoming.headers;
        if (upgrade.toLowerCase() !== 'websocket' || server.listenerCount('upgrade') === 0) return false;
        if (bound.wait(clientAddress(incoming, trustedProxies)) > 0) return false;
        nameRequest(incoming, trustedProxies);
        return true;
      },
    },
    (incoming, outgoing) => {
      const request_id = nameRequest(incoming, trustedProxies);
      for (const [name, value] of headers) outgoing.setHeader(name, value);
      outgoing.setHeader(REQUEST_ID, request_id);
      noteRequest(incoming, outgoing, request_id, { traffic, level: logRequests });
      slow.watch(incoming, outgoing);
      void answer(incoming, outgoing);
    },
  );
  server.on('clientError', refuseNonsense(headers));
  server.on('connect', refuseTunnels(headers));
  await opened(server, host, port);
  const boundPort = (server.address() as AddressInfo).port;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    server,
    traffic,
    close: () => closed(server).finally(() => slow.stop()),
  };
}

/** Most of what is ever asked for, and nothing that a flood could wear us out with. */
function isHot(path: string): boolean {
  const service = serviceOf(path);
  return service === 'stream' || service === 'assets';
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} on ${host} is taken; stop what runs there, or set PORT to another one.`,
        EACCES: `Port ${port} may not be opened by this user; set PORT to one above 1023.`,
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

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    // A connection is kept open after its answer; nobody will ask on it again.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(patience);
      clearInterval(sweep);
      resolve();
    });
  });
}
