import type { Database, Identity } from '../database/database.ts';
import { type CallerOptions, identifyCaller } from '../tokens/identify-caller.ts';
import type { Links } from './links.ts';
import type { ObjectStore } from './object-store.ts';
import type { Pictures } from './pictures.ts';
import type { PublicRows } from './public-rows.ts';
import { refuse } from './storage-error.ts';

/** What every part of Storage works with. */
export interface StorageContext {
  database: Database;
  store: ObjectStore;
  publicRows: PublicRows;
  links: Links;
  callers: CallerOptions;
  pictures: Pictures;
  /** No object may be larger, whatever its bucket says. */
  largestObject: number;
  /** Told what went wrong on our side, for the log. */
  report(problem: { request_id: string; operation: string; error: unknown }): void;
}

export interface Caller {
  identity: Identity;
  /** The person's id, which becomes the owner of what they upload. */
  owner: string | undefined;
}

/** Who asks must say so, be it with the key that everybody has. */
export async function requireCaller(house: StorageContext, headers: Headers): Promise<Caller> {
  if (!headers.has('authorization') && !headers.has('apikey')) throw refuse.noToken();
  return optionalCaller(house, headers);
}

/** For what may be open to everybody: whoever says nothing is a visitor. */
export async function optionalCaller(house: StorageContext, headers: Headers): Promise<Caller> {
  const identity = await identifyCaller(headers, house.callers);
  const sub = identity.claims?.sub;
  return { identity, owner: typeof sub === 'string' ? sub : undefined };
}
