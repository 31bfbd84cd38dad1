import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@lakou/platform';
import type { ChangeNotices } from '@lakou/platform/caching';
import type { Database } from '@lakou/platform/database';
import type { PictureStats } from '@lakou/platform/storage';
import { Hono } from 'hono';
import { type Counter, type Histogram, Registry } from 'prom-client';
import type { Environment } from '../http/environment.ts';
import { REQUEST_ID } from '../http/request-id.ts';
import { jobHandlers } from '../jobs/job-handlers.ts';
import type { RenderStats } from '../web/web-app.ts';
import { CacheMetrics } from './cache-metrics.ts';
import { DatabaseMetrics } from './database-metrics.ts';
import { gauge } from './gauge.ts';
import { JobMetrics } from './job-metrics.ts';
import { PictureMetrics } from './picture-metrics.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { RenderMetrics } from './render-metrics.ts';
import { ReplicaMetrics } from './replica-metrics.ts';
import type { Traffic } from './traffic.ts';

export interface MetricSources {
  database: Database;
  queries: Histogram;
  slowStatements: Counter;
  traffic: Traffic;
  process: ProcessMetrics;
  realtime: { readonly connections: number };
  playback: { readonly playing: number };
  changes: Pick<ChangeNotices, 'stats'>;
  pictures: () => PictureStats;
  /** Undefined without pages. */
  rendering: (() => RenderStats) | undefined;
  /** Lets callers from other machines read the metrics. */
  token: string | undefined;
}

/** `/metrics`, for Prometheus. */
export function mountMetrics(sources: MetricSources): Hono<Environment> {
  const { queries, slowStatements, traffic, process, realtime, playback, token } = sources;
  const database = new DatabaseMetrics(sources.database);
  const jobs = new JobMetrics(sources.database, Object.keys(jobHandlers));
  const replica = new ReplicaMetrics(sources.database);
  const caches = new CacheMetrics(sources.changes);
  const pictures = new PictureMetrics(sources.pictures);
  const rendering = sources.rendering && new RenderMetrics(sources.rendering);
  const connections = gauge('realtime_connections', 'Open WebSockets.');
  const playing = gauge('playback_sessions_active', 'Films that this process played in the last minute.');
  const registry = new Registry();
  const all = [database, jobs, replica, process, caches, pictures, rendering].flatMap(
    (it) => it?.metrics ?? [],
  );
  for (const metric of [...traffic.metrics, queries, slowStatements, connections, playing, ...all])
    registry.registerMetric(metric);
  const app = new Hono<Environment>();
  app.get('/metrics', async (context) => {
    if (!canReadMetrics(context.env.incoming, token)) {
      const message = 'Metrics are shown to this machine, or with METRICS_TOKEN as a bearer token.';
      const request_id = context.req.header(REQUEST_ID);
      return context.json({ error: 'unauthorized', message, request_id }, 401, {
        'www-authenticate': 'Bearer',
      });
    }
    await Promise.all([database.update(), jobs.update()]);
    connections.set(realtime.connections);
    playing.set(playback.playing);
    replica.update();
    process.update();
    caches.update();
    pictures.update();
    rendering?.update();
    return context.body(await registry.metrics(), 200, {
      'content-type': registry.contentType,
      'cache-control': 'no-store',
    });
  });
  return app;
}

function canReadMetrics(incoming: IncomingMessage, token: string | undefined): boolean {
  const { headers, socket } = incoming;
  // A proxy on this machine forwards requests from others.
  const proxied = FORWARDING.some((name) => headers[name] !== undefined);
  if (!proxied && isLoopback(socket.remoteAddress ?? '')) return true;
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
