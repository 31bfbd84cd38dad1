import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { Database } from '../database/database.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { DrawingTurns } from './drawing-turns.ts';
import { explainFailure } from './explain-failure.ts';
import { linkRoutes } from './link-routes.ts';
import { createLinks } from './links.ts';
import { listRoutes } from './list-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { objectRoutes } from './object-routes.ts';
import type { ObjectStore } from './object-store.ts';
import { type PictureRules, Pictures } from './pictures.ts';
import { PublicRows } from './public-rows.ts';
import { renderRoutes } from './render-routes.ts';
import { RenderedImages, type RenderLimits } from './rendered-images.ts';
import { resumableRoutes } from './resumable-routes.ts';
import { ResumableStore } from './resumable-store.ts';
import type { StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';
import { type SweepReport, sweep } from './sweep.ts';

export interface StorageOptions {
  database: Database;
  store: ObjectStore;
  keys: Pick<SigningKeys, 'sign'>;
  callers: CallerOptions;
  /** On this machine's disk, for uploads on their way and rendered pictures. */
  folder: string;
  largestObject?: number;
  /** How long an upload may lie unfinished without a byte coming in. */
  resumableMs?: number;
  rendering?: Partial<RenderLimits>;
  /** Buckets that redraw what they take. */
  pictures?: PictureRules;
  /** How long a change made by another process may go unseen on public addresses. */
  publicRowsMs?: number;
  report?: StorageContext['report'];
}

export interface Storage {
  /** To be mounted at /storage/v1. */
  app: Hono;
  store: ObjectStore;
  /** Mends what crashes left, and clears away what is over. To be called now and then. */
  sweep(options?: { graceMs?: number }): Promise<SweepReport>;
}

const HUNDRED_GB = 100 * 1024 ** 3;
const A_MOMENT = 1000;
const AN_HOUR = 3_600_000;
const A_DAY = 24 * AN_HOUR;

export function createStorage(options: StorageOptions): Storage {
  const { database, store, keys, callers, largestObject = HUNDRED_GB, report = () => {} } = options;
  const uploads = new ResumableStore(join(options.folder, 'resumable'), options.resumableMs ?? A_DAY);
  const limits = { parallel: 2, waiting: 64, cacheBytes: 1024 ** 3, ...options.rendering };
  const turns = new DrawingTurns(limits);
  const images = new RenderedImages(join(options.folder, 'rendered'), store, limits, turns);
  const pictures = new Pictures(options.pictures ?? {}, join(options.folder, 'resumable'), turns);
  const links = createLinks(keys.sign, callers.verifier);
  const publicRows = new PublicRows(database, options.publicRowsMs ?? A_MOMENT);
  const house: StorageContext = {
    database,
    store,
    publicRows,
    links,
    callers,
    pictures,
    largestObject,
    report,
  };
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
  });
  app.route('/upload/resumable', resumableRoutes(house, uploads));
  app.route('/render/image', renderRoutes(house, images));
  app.options('*', () => new Response(null, { status: 204 }));
  app.route('/bucket', bucketRoutes(house));
  // The words that could be a bucket's name (list, move, sign, …) come before the buckets.
  app.route('/object', listRoutes(house));
  app.route('/object', moveRoutes(house));
  app.route('/object', linkRoutes(house));
  app.route('/object', objectRoutes(house));
  // Not `notFound`: a mounted app's is never asked.
  app.all('*', () => answer(refuse.noSuchRoute()));
  app.onError((error, context) => {
    const known = explainFailure(error);
    if (known) return answer(known);
    const request_id = context.req.header('x-request-id') ?? randomUUID();
    report({ request_id, operation: `${context.req.method} ${context.req.routePath}`, error });
    return answer(new StorageError(500, 'InternalError', 'Internal server error', { request_id }));
  });
  return {
    app,
    store,
    sweep: ({ graceMs = AN_HOUR } = {}) => sweep({ database, store, uploads }, graceMs),
  };
}

function answer(error: StorageError): Response {
  return new Response(error.body(), {
    status: error.status,
    headers: { 'content-type': 'application/json', ...error.headers },
  });
}

/** Tokens travel in headers, never in cookies, so any origin may ask. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, x-client-info, content-type, content-encoding, cache-control, range, if-none-match, if-modified-since, if-range, x-upsert, x-metadata, x-signature, tus-resumable, upload-length, upload-offset, upload-metadata, upload-defer-length, upload-concat, x-http-method-override, x-request-id',
  'access-control-expose-headers':
    'content-range, content-length, content-disposition, accept-ranges, etag, last-modified, location, tus-resumable, tus-version, tus-extension, tus-max-size, upload-length, upload-offset, upload-metadata, upload-expires, upload-defer-length, retry-after, x-request-id',
  'access-control-max-age': '86400',
};
