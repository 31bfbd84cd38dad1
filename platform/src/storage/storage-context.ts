import type { Context, Next } from 'hono';
import type { Database, Identity } from '../database/database.ts';
import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import type { BackgroundRenditions } from './background-renditions.ts';
import type { Links } from './links.ts';
import type { ObjectStore } from './object-store.ts';
import type { Pictures } from './pictures.ts';
import type { PublicObjectCache } from './public-object-cache.ts';
import type { RenderedImages } from './rendered-images.ts';
import { refuse } from './storage-error.ts';
import type { UploadsUnderWay } from './uploads-under-way.ts';

/** The dependencies of all storage routes. */
export interface StorageContext {
  database: Database;
  store: ObjectStore;
  publicObjects: PublicObjectCache;
  links: Links;
  callers: CallerOptions;
  pictures: Pictures;
  images: RenderedImages;
  renditions: BackgroundRenditions;
  uploadsUnderWay: UploadsUnderWay;
  /** What limits per address count by. */
  addressOf(context: Context): string;
  /** Upper limit for every bucket, in bytes. */
  largestObject: number;
  /** Receives failures of the server, for the log. */
  report(problem: { request_id: string; operation: string; error: unknown }): void;
}

export interface Caller {
  identity: Identity;
  /** The user's id, which is stored as the owner of uploaded objects. */
  owner: string | undefined;
}

/** Refuses requests without any token; the public API key is enough. */
export async function requireCaller(storage: StorageContext, headers: Headers): Promise<Caller> {
  if (!hasToken(headers)) throw refuse.noToken();
  return optionalCaller(storage, headers);
}

/** Buckets, caches and the like belong to the service alone. */
export async function requireService(storage: StorageContext, headers: Headers): Promise<void> {
  const { identity } = await requireCaller(storage, headers);
  if (identity.role !== 'service_role') throw refuse.notService();
}

/** Middleware: the same without reading the token, for routes that read it themselves. */
export function requireToken(context: Context, next: Next): Promise<void> {
  if (!hasToken(context.req.raw.headers)) throw refuse.noToken();
  return next();
}

export function hasToken(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('apikey');
}

/** A request without a token is a visitor's. */
export async function optionalCaller(storage: StorageContext, headers: Headers): Promise<Caller> {
  const identity = await identifyCaller(headers, storage.callers);
  const sub = identity.claims?.sub;
  return { identity, owner: typeof sub === 'string' ? sub : undefined };
}
