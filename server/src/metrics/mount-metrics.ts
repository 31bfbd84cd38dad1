import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Database } from '@lakou/platform/database/database';
import { Hono } from 'hono';
import { isOwn } from '../http/request-bound.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import type { Environment } from '../mount-api.ts';
import { databaseMetrics } from './database-metrics.ts';
import { type Histogram, metric } from './exposition.ts';
import type { ProcessNumbers } from './process-numbers.ts';
import type { Traffic } from './traffic.ts';

export interface Measured {
  database: Database;
  queries: Histogram;
  traffic: Traffic;
  process: ProcessNumbers;
  realtime: { readonly connections: number };
  /** Opens the numbers to those who are not on this machine. */
  token: string | undefined;
}

/** `/metrics`, for Prometheus. */
export function mountMetrics(measured: Measured): Hono<Environment> {
  const { database, queries, traffic, process, realtime, token } = measured;
  const app = new Hono<Environment>();
  app.get('/metrics', async (context) => {
    if (!canReadMetrics(context.env.incoming, token)) {
      const message = 'The numbers are for this machine, or for whoever has METRICS_TOKEN.';
      const request_id = context.req.header(REQUEST_ID);
      return context.json({ error: 'unauthorized', message, request_id }, 401, {
        'www-authenticate': 'Bearer',
      });
    }
    const { running, waiting } = database.load();
    const text =
      traffic.text() +
      metric('database_running', 'gauge', 'Connections (or the one engine) at work.', running) +
      metric('database_waiting', 'gauge', 'Statements that wait for their turn.', waiting) +
      queries.text('database_query_duration_seconds', 'From asking the database to its answer.') +
      (await databaseMetrics(database)) +
      metric('realtime_connections', 'gauge', 'Open WebSockets.', realtime.connections) +
      process.text();
    return context.body(text, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
  return app;
}

function canReadMetrics(incoming: IncomingMessage, token: string | undefined): boolean {
  const { headers, socket } = incoming;
  // A proxy on this machine speaks for somebody who is not.
  const proxied = FORWARDING.some((name) => headers[name] !== undefined);
  if (!proxied && isOwn(socket.remoteAddress ?? '')) return true;
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token !== undefined && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

const FORWARDING = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
];

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
