import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { MoncashWorld } from '../../server/src/commerce/moncash-sandbox/moncash-world.ts';
import { mountMoncash } from '../../server/src/commerce/moncash-sandbox/mount-moncash.ts';

export interface MoncashServer {
  url: string;
  world: MoncashWorld;
  /** Settings for a server that uses it. */
  settings: Record<string, string>;
  /** Requests it has received, such as `POST /Api/v1/CreatePayment`. */
  requests: string[];
  /** `down`: it answers 503. `silent`: it receives requests, acts, and closes the connection without an answer. */
  mode: 'up' | 'down' | 'silent';
  /** Called with each request before it is answered. */
  before: (request: string) => Promise<void> | void;
  close(): Promise<void>;
}

/** The MonCash of the demo, on a port of its own, which can fail and wait. */
export async function startMoncash(): Promise<MoncashServer> {
  const world = new MoncashWorld();
  const requests: string[] = [];
  const credentials = { clientId: 'lakou', clientSecret: 'test-secret' };
  const app = new Hono();
  app.use(async (context, next) => {
    const name = `${context.req.method} ${context.req.path}`;
    requests.push(name);
    if (moncash.mode === 'down') return context.json({ error: 'Service Unavailable' }, 503);
    await moncash.before(name);
    await next();
    if (moncash.mode === 'silent') {
      (context.env as { incoming: { socket: { destroy(): void } } }).incoming.socket.destroy();
    }
  });
  const nowhere = 'http://127.0.0.1:9';
  app.route('/', mountMoncash({ world, ...credentials, returnUrl: nowhere, alertUrl: nowhere }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const moncash: MoncashServer = {
    url,
    world,
    requests,
    mode: 'up',
    before: () => {},
    settings: {
      MONCASH_CLIENT_ID: credentials.clientId,
      MONCASH_CLIENT_SECRET: credentials.clientSecret,
      MONCASH_URL: url,
    },
    async close() {
      (server as { closeAllConnections?(): void }).closeAllConnections?.();
      server.close();
    },
  };
  return moncash;
}
