import type { Database, Identity } from '../database/database.ts';
import { preflight } from './cors.ts';
import { RestError, tooMuch } from './errors.ts';
import { handleCall } from './handle-call.ts';
import { handleMutation } from './handle-mutation.ts';
import { handleOptions } from './handle-options.ts';
import { handleRead } from './handle-read.ts';
import { DEFAULT_LIMITS, type RestLimits } from './limits.ts';
import { handleOpenApi } from './open-api.ts';
import { parseAccept } from './parse/parse-accept.ts';
import { parsePrefer } from './parse/parse-prefer.ts';
import { unsupportedMethod } from './refusals.ts';
import { readSchema, readTarget, type Target } from './request-target.ts';
import { respondError } from './respond.ts';
import type { RestRequest, RestSettings } from './rest-request.ts';
import { keyOf } from './schema/schema-cache.ts';
import { SchemaReloader } from './schema/schema-reloader.ts';

export interface RestOptions {
  database: Database;
  /** Exposed schemas; the first is the default. */
  schemas?: readonly string[];
  extraSearchPath?: readonly string[];
  limits?: Partial<RestLimits>;
  /** Allows `amount.sum()` and the like. Counting embedded rows is always allowed. */
  aggregates?: boolean;
  /** Return query plans on request. */
  explain?: boolean;
  /** Honour `Prefer: tx=rollback`. */
  allowRollback?: boolean;
  basePath?: string;
  anonRole?: string;
}

export interface Rest {
  /** Handles one request for a verified identity. */
  handle(request: Request, identity: Identity): Promise<Response>;
  /** Reads the schema again. Call it after migrations. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** PostgREST's protocol over a database. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const settings: RestSettings = {
    database: options.database,
    schemas: options.schemas ?? ['public'],
    extraSearchPath: options.extraSearchPath ?? ['public', 'extensions'],
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    aggregates: options.aggregates ?? false,
    explain: options.explain ?? false,
    allowRollback: options.allowRollback ?? false,
    basePath: options.basePath ?? '/rest/v1',
    anonRole: options.anonRole ?? 'anon',
  };
  const reloader = await SchemaReloader.start(settings.database, settings.schemas, settings.extraSearchPath);
  return {
    handle: (request, identity) => handle(settings, reloader, request, identity),
    reload: () => reloader.reload(),
    close: () => reloader.close(),
  };
}

async function handle(
  settings: RestSettings,
  reloader: SchemaReloader,
  request: Request,
  identity: Identity,
): Promise<Response> {
  try {
    const answered = preflight(request);
    if (answered) return answered;
    if (request.url.length > settings.limits.urlLength) throw tooMuch('The request URL is too long', 414);
    const url = new URL(request.url);
    const target = readTarget(url.pathname, settings.basePath);
    const rest: RestRequest = {
      settings,
      cache: reloader.current(),
      request,
      url,
      identity,
      schema: readSchema(request, settings.schemas),
      media: parseAccept(target.kind === 'root' ? null : request.headers.get('accept'), settings.explain),
      preferences: parsePrefer(request.headers.get('prefer'), settings.allowRollback),
    };
    return await route(rest, target);
  } catch (error) {
    if (error instanceof RestError) return respondError(error, request.method === 'HEAD');
    throw error;
  }
}

function route(rest: RestRequest, target: Target): Response | Promise<Response> {
  const { method } = rest.request;
  if (method === 'OPTIONS') return handleOptions(rest, target);
  if (target.kind === 'root') {
    if (method === 'GET' || method === 'HEAD') return handleOpenApi(rest);
    throw unsupportedMethod(method);
  }
  if (target.kind === 'function') return handleCall(rest, target.name);
  const table = rest.cache.tables.get(keyOf({ schema: rest.schema, name: target.name }));
  if (method === 'GET' || method === 'HEAD') return handleRead(rest, table, target.name);
  if (['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)) return handleMutation(rest, table, target.name);
  throw unsupportedMethod(method);
}
