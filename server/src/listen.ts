import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { StartRefused } from '@lakou/platform/database/errors';
import { finishReading } from './finish-reading.ts';

/** How long running requests may take to finish when we stop. */
const GRACE_MS = 10_000;

/** Longer than the minute for which proxies keep idle connections: it must be they who hang up first. */
const KEEP_ALIVE_MS = 65_000;

interface App {
  fetch(request: Request, environment: HttpBindings | Http2Bindings): Response | Promise<Response>;
}

export interface Door {
  /** Where we listen, such as http://127.0.0.1:4000. */
  address: string;
  server: Server;
  close(): Promise<void>;
}

/** Opens the port. `app` gives the application once it is ready; until then everybody is asked to come back. */
export async function listen(
  { host, port }: { host: string; port: number },
  app: () => App | undefined,
): Promise<Door> {
  const server = createServer(
    getRequestListener((request, environment) => {
      if (new URL(request.url).pathname === '/healthz') return Response.json({ status: 'alive' });
      const answer = app()?.fetch(request, environment) ?? comeBack();
      const { incoming } = environment as HttpBindings;
      return answer instanceof Promise ? answer.then((ready) => finishReading(incoming, ready)) : answer;
    }),
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await opened(server, host, port);
  const bound = (server.address() as AddressInfo).port;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    server,
    close: () => closed(server),
  };
}

function comeBack(): Response {
  return Response.json(
    { status: 'starting', message: 'Lakou is starting. Please try again in a moment.' },
    { status: 503, headers: { 'retry-after': '2' } },
  );
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
