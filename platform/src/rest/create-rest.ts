import type { Database, Identity } from '../database/database.ts';
import type { Lane } from '../database/lanes.ts';
import { withCause } from '../log-failures.ts';
import { Admissions } from './admission/admission.ts';
import { preflight } from './cors.ts';
import { RestError, tooMuch } from './errors.ts';
import { handleCall } from './handle-call.ts';
import { handleMutation } from './handle-mutation.ts';
import { handleOptions } from './handle-options.ts';
import { handleRead } from './handle-read.ts';
import { mergeLimits, type RestLimitOptions } from './limits.ts';
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
  limits?: RestLimitOptions;
  /** Allows `amount.sum()` and the like. Counting embedded rows is always allowed. */
  aggregates?: boolean;
  /** Return query plans to the service role on request. They tell about rows that policies hide. */
  explain?: boolean;
  /** Honour `Prefer: tx=rollback`. */
  allowRollback?: boolean;
  basePath?: string;
  anonRole?: string;
  serviceRole?: string;
}

interface HandleOptions {
  /** Where the request came from: what its statements are counted by. Without it, a caller inside this process. */
  address?: string;
  /** Default: `service` for the service role, else `api`. */
  lane?: Lane;
}

export interface Rest {
  /** Handles one request for a verified identity. */
  handle(request: Request, identity: Identity, options?: HandleOptions): Promise<Response>;
  /** Reads the schema again. Call it after migrations. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** PostgREST's protocol over a database. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { database } = options;
  const settings: RestSettings = {
    database,
    schemas: options.schemas ?? ['public'],
    extraSearchPath: options.extraSearchPath ?? ['public', 'extensions'],
    limits: mergeLimits(options.limits, database.kind),
    aggregates: options.aggregates ?? false,
    explain: options.explain ?? false,
    allowRollback: options.allowRollback ?? false,
    basePath: options.basePath ?? '/rest/v1',
    anonRole: options.anonRole ?? 'anon',
    serviceRole: options.serviceRole ?? 'service_role',
  };
  const { schemas, extraSearchPath, limits, anonRole } = settings;
  const reloader = await SchemaReloader.start(database, schemas, extraSearchPath);
  const admissions = new Admissions(limits, anonRole);
  return {
    handle(request, identity, { address, lane } = {}) {
      const isService = identity.role === settings.serviceRole;
      const isCounted = address !== undefined && !isService;
      const admission = isCounted ? admissions.of(identity, address, request.signal) : undefined;
      return handle({
        settings,
        lane: lane ?? (isService ? 'service' : 'api'),
        admission,
        cache: reloader.current(),
        request,
        identity,
      });
    },
    reload: () => reloader.reload(),
    close: () => reloader.close(),
  };
}

async function handle(
  given: Pick<RestRequest, 'settings' | 'lane' | 'admission' | 'cache' | 'request' | 'identity'>,
): Promise<Response> {
  const { settings, request, identity } = given;
  try {
    const answered = preflight(request);
    if (answered) return answered;
    if (request.url.length > settings.limits.urlLength) throw tooMuch('The request URL is too long', 414);
    const url = new URL(request.url);
    const target = readTarget(url.pathname, settings.basePath);
    const canExplain = settings.explain && identity.role === settings.serviceRole;
    const rest: RestRequest = {
      ...given,
      url,
      schema: readSchema(request, settings.schemas),
      media: parseAccept(target.kind === 'root' ? null : request.headers.get('accept'), canExplain),
      preferences: parsePrefer(request.headers.get('prefer'), settings.allowRollback),
    };
    return await route(rest, target);
  } catch (error) {
    if (error instanceof RestError) return withCause(respondError(error, request.method === 'HEAD'), error);
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
