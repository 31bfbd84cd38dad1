import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { type AddressOf, addressKey, contextAddress, peerAddress } from '../client-address.ts';
import type { Database } from '../database/database.ts';
import { inLane } from '../database/lanes.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { BackgroundRenditions } from './background-renditions.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { cacheRoutes } from './cache-routes.ts';
import { DiskUploadBytes } from './disk-upload-bytes.ts';
import { explainFailure } from './explain-failure.ts';
import { linkRoutes } from './link-routes.ts';
import { createLinks } from './links.ts';
import { listRoutes } from './list-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { objectRoutes } from './object-routes.ts';
import type { ObjectStore } from './object-store.ts';
import { DEFAULT_WIDTHS } from './picture-sizes.ts';
import { type PictureRules, Pictures } from './pictures.ts';
import { PublicObjectCache } from './public-object-cache.ts';
import { RenderQueue } from './render-queue.ts';
import { renderRoutes } from './render-routes.ts';
import { type DrawnPictures, RenderedImages } from './rendered-images.ts';
import { RenditionFiles } from './rendition-files.ts';
import { resumableRoutes } from './resumable-routes.ts';
import { ResumableStore } from './resumable-store.ts';
import type { StorageContext } from './storage-context.ts';
import { refuse, StorageError } from './storage-error.ts';
import { emptyReport, StorageSweep, type SweepReport } from './sweep.ts';
import { UploadLeases } from './upload-leases.ts';
import { UploadLocks } from './upload-locks.ts';
import { UploadRows } from './upload-rows.ts';
import { UploadsUnderWay } from './uploads-under-way.ts';

export interface StorageOptions {
  database: Database;
  store: ObjectStore;
  keys: Pick<SigningKeys, 'sign'>;
  callers: CallerOptions;
  /** On this machine's disk, for rendered pictures, and for unfinished uploads if the store does not take them. */
  folder: string;
  largestObject?: number;
  /** How long an unfinished upload is stored after its last byte. */
  resumableMs?: number;
  rendering?: Partial<RenderLimits>;
  /** Buckets that re-encode the pictures uploaded to them. */
  pictures?: PictureRules;
  /** How long public rows are cached, and so how late a change by another process can show. */
  publicCacheMs?: number;
  /** Where a request comes from; its socket's peer by default. */
  addressOf?: AddressOf;
  report?: StorageContext['report'];
  /** Receives what `sweepBatch` repaired, for the log. */
  onSwept?: (report: SweepReport) => void;
}

interface RenderLimits {
  /** How many pictures are rendered at once, and how many can wait. */
  parallel: number;
  waiting: number;
  /** The size of the cache on the disk. */
  cacheBytes: number;
  /** The widths in which pictures are made, ascending; the first is for previews. Others are answered with the next. */
  widths: readonly number[];
}

const DEFAULT_LIMITS: RenderLimits = {
  parallel: 2,
  waiting: 64,
  cacheBytes: 1024 ** 3,
  widths: DEFAULT_WIDTHS,
};

export interface Storage {
  /** To be mounted at /storage/v1. */
  app: Hono;
  store: ObjectStore;
  /** What `writeRenditions` has drawn of an object's version is in this folder. Holds until the process ends. */
  adoptRenditions(version: string, folder: string): void;
  /** Makes all fixed sizes of all pictures that lack some. For once after a start; it takes a while. */
  makeRenditions(): Promise<void>;
  /** Resolves when no picture is being made in the background. */
  renditionsMade(): Promise<void>;
  /** A public picture as a WebP of a few pixels; undefined where there is none. */
  preview(bucket: string, name: string): Promise<Buffer | undefined>;
  /** For the metrics. */
  pictures(): PictureStats;
  /** Ends the work in the background. */
  close(): Promise<void>;
  /** Removes unused files and repairs what crashes left behind, a batch of what is due. True when more is due now. */
  sweepBatch(options?: { graceMs?: number }): Promise<boolean>;
  /** The same for everything at once, and expired uploads. It takes a while. */
  sweep(options?: { graceMs?: number }): Promise<SweepReport & { abandonedUploads: number }>;
  /** Removes expired uploads, and their leftovers on this machine's disk. For every process, periodically. */
  sweepUploads(): Promise<number>;
}

export interface PictureStats extends DrawnPictures {
  /** Pictures whose renditions are to be made in the background. */
  waiting: number;
}

/** What the official client has calls for and this service does not do. */
const NOT_OFFERED = [
  ['/bucket/:id/lifecycle', 'bucketLifecycle'],
  ['/vector/*', 'vectorBuckets'],
  ['/iceberg/*', 'icebergCatalog'],
] as const;

/** The release of Supabase Storage whose protocol this speaks. */
const VERSION = '1.80.0';
const HUNDRED_GB = 100 * 1024 ** 3;
/** Each holds an original of at most half a megabyte. */
const HEADERS_AT_ONCE = 8;
/** More than all pages that are open at one address name; waiting takes no memory to speak of. */
const HEADERS_WAITING = 1000;
const ONE_SECOND_MS = 1000;
const ONE_HOUR_MS = 3_600_000;
const ONE_DAY_MS = 24 * ONE_HOUR_MS;

export function createStorage(options: StorageOptions): Storage {
  const { database, store, keys, callers, largestObject = HUNDRED_GB, report = () => {} } = options;
  const { onSwept = () => {} } = options;
  const sweep = new StorageSweep(inLane(database, 'maintenance'), store);
  const incoming = join(options.folder, 'resumable');
  const locks = new UploadLocks(
    // The embedded database has one process.
    database.kind === 'embedded' ? undefined : new UploadLeases(inLane(database, 'service')),
  );
  const uploads = new ResumableStore({
    rows: new UploadRows(database),
    bytes: store.uploads ?? new DiskUploadBytes(incoming, store),
    locks,
    store,
    expiresMs: options.resumableMs ?? ONE_DAY_MS,
    folder: incoming,
  });
  const limits = { ...DEFAULT_LIMITS, ...options.rendering };
  const queue = new RenderQueue(limits);
  const files = new RenditionFiles(join(options.folder, 'rendered'), limits.cacheBytes);
  const headers = new RenderQueue({ parallel: HEADERS_AT_ONCE, waiting: HEADERS_WAITING });
  const images = new RenderedImages({ files, store, queue, headers }, limits.widths);
  const renditions = new BackgroundRenditions(images, report);
  const pictures = new Pictures(options.pictures ?? {}, incoming, queue);
  const links = createLinks(keys.sign, callers.verifier);
  const publicObjects = new PublicObjectCache(database, options.publicCacheMs ?? ONE_SECOND_MS);
  const storage: StorageContext = {
    database,
    store,
    publicObjects,
    links,
    callers,
    pictures,
    images,
    renditions,
    uploadsUnderWay: new UploadsUnderWay(),
    addressOf: (context) => addressKey(contextAddress(context, options.addressOf ?? peerAddress)),
    largestObject,
    report,
  };
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
  });
  app.route('/upload/resumable', resumableRoutes(storage, uploads, locks));
  app.route('/render/image', renderRoutes(storage));
  app.options('*', () => new Response(null, { status: 204 }));
  app.route('/bucket', bucketRoutes(storage));
  app.route('/cdn', cacheRoutes(storage));
  for (const [path, feature] of NOT_OFFERED) {
    app.all(path, () => {
      throw refuse.notOffered(feature);
    });
  }
  app.get('/status', () => new Response(null));
  app.get('/version', (context) => context.text(VERSION));
  // Routes whose first segment could be a bucket's name (list, move, sign, …) come before the buckets.
  app.route('/object', listRoutes(storage));
  app.route('/object', moveRoutes(storage));
  app.route('/object', linkRoutes(storage));
  app.route('/object', objectRoutes(storage));
  // Not `notFound`: Hono does not call that of a mounted app.
  app.all('*', () => answer(refuse.noSuchRoute()));
  app.onError((error, context) => {
    const known = explainFailure(error);
    if (known) return answer(known);
    const request_id = context.req.header('x-request-id') ?? randomUUID();
    return answer(new StorageError(500, 'InternalError', 'Internal server error', { request_id }));
  });
  return {
    app,
    store,
    adoptRenditions: (version, folder) => files.adopt(version, folder),
    makeRenditions: () => renditions.addAll(database),
    renditionsMade: () => renditions.idle(),
    async preview(bucket, name) {
      const row = await publicObjects.find(bucket, name);
      return row && images.preview(row);
    },
    pictures: () => ({ ...images.drawn, waiting: renditions.waiting }),
    async close() {
      locks.close();
      await renditions.close();
    },
    async sweepBatch({ graceMs = ONE_HOUR_MS } = {}) {
      const swept = emptyReport();
      const isMore = await sweep.sweepBatch(graceMs, swept);
      if (Object.values(swept).flat().some(Boolean)) onSwept(swept);
      return isMore;
    },
    sweep: async ({ graceMs = ONE_HOUR_MS } = {}) => ({
      ...(await sweep.sweepAll(graceMs)),
      abandonedUploads: await uploads.deleteExpired(),
    }),
    sweepUploads: () => uploads.deleteExpired(),
  };
}

function answer(error: StorageError): Response {
  return new Response(error.body(), {
    status: error.status,
    headers: { 'content-type': 'application/json', ...error.headers },
  });
}

/** Tokens travel in headers, never in cookies, so every origin is allowed. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, x-client-info, content-type, content-encoding, cache-control, range, if-none-match, if-modified-since, if-range, x-upsert, x-metadata, x-signature, tus-resumable, upload-length, upload-offset, upload-metadata, upload-defer-length, upload-concat, x-http-method-override, x-request-id',
  'access-control-expose-headers':
    'content-range, content-length, content-disposition, accept-ranges, etag, last-modified, location, tus-resumable, tus-version, tus-extension, tus-max-size, upload-length, upload-offset, upload-metadata, upload-expires, upload-defer-length, retry-after, x-request-id',
  'access-control-max-age': '86400',
};
