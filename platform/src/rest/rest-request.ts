import type { Sources } from '../caching/sources.ts';
import type { Database, Identity, RawResult, RunOptions, Statement } from '../database/database.ts';
import type { Lane } from '../database/lanes.ts';
import type { Admission } from './admission/admission.ts';
import { fromDatabaseError } from './database-error.ts';
import type { RestLimits } from './limits.ts';
import type { Media } from './parse/parse-accept.ts';
import type { Preferences } from './parse/parse-prefer.ts';
import { parseQuery, type Query } from './parse/parse-query.ts';
import { refuseCostlyFilters } from './parse/refuse-costly-filters.ts';
import type { ReadContext } from './plan/plan-read.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import { statementName } from './statement-name.ts';

export interface RestSettings {
  database: Database;
  schemas: readonly string[];
  extraSearchPath: readonly string[];
  limits: RestLimits;
  aggregates: boolean;
  explain: boolean;
  allowRollback: boolean;
  basePath: string;
  anonRole: string;
  /** Keeps expensive filters, query plans and unlimited responses, which clients do not get. */
  serviceRole: string;
}

/** One parsed request with its identity and schema. */
export interface RestRequest {
  settings: RestSettings;
  lane: Lane;
  /** Undefined for callers that are not counted: the service role and this process itself. */
  admission: Admission | undefined;
  cache: SchemaCache;
  /** What visitors' answers are made from, where it is known. Undefined for members. */
  sources: Sources | undefined;
  request: Request;
  url: URL;
  identity: Identity;
  schema: string;
  media: Media;
  preferences: Preferences;
}

/** Runs the statements as the caller, in one round trip. */
export async function runStatements(
  rest: RestRequest,
  statements: Statement[],
  options: Pick<RunOptions, 'readOnly'> & { timeoutMs?: number | undefined },
): Promise<RawResult[]> {
  const { settings, lane, admission, cache, identity, preferences } = rest;
  const timeoutMs = options.timeoutMs ?? cache.timeouts.get(identity.role) ?? roleLimit(rest, 'timeoutMs');
  const run = () =>
    settings.database.run(
      statements.map((statement) => ({ ...statement, name: statementName(statement.text) })),
      {
        ...options,
        lane,
        as: {
          role: identity.role,
          // Never empty: functions read it as JSON.
          claims: identity.claims ?? { role: identity.role },
          settings: { ...identity.settings, ...requestSettings(rest) },
        },
        timeoutMs,
        ...(preferences.tx === 'rollback' && { rollback: true }),
      },
    );
  try {
    return await (admission ? admission.run(run) : run());
  } catch (error) {
    throw fromDatabaseError(error, identity.role === settings.anonRole);
  }
}

/** What functions and policies can read with `current_setting('request.…')`. */
function requestSettings({
  settings,
  request,
  url,
  schema,
  preferences,
}: RestRequest): Record<string, string> {
  const path = [schema, ...settings.extraSearchPath].map((name) => `"${name.replaceAll('"', '""')}"`);
  return {
    search_path: path.join(', '),
    'request.method': request.method,
    'request.path': url.pathname.slice(settings.basePath.length) || '/',
    'request.headers': headersJson(request),
    ...(preferences.timezone !== undefined && { timezone: preferences.timezone }),
  };
}

function headersJson(request: Request): string {
  return JSON.stringify(Object.fromEntries(request.headers));
}

/** Whether the caller is a browser or another program that anybody can write. */
export function isClient({ settings, identity }: RestRequest): boolean {
  return identity.role !== settings.serviceRole;
}

/** The limit of this caller's role. */
export function roleLimit({ settings, identity }: RestRequest, limit: 'timeoutMs' | 'bodyBytes'): number {
  const byRole = settings.limits[limit];
  return byRole[identity.role] ?? byRole.default;
}

/** What resolves this request's query against the schema. */
export function readContext(rest: RestRequest): ReadContext {
  const { cache, schema, settings, identity } = rest;
  const { limits, aggregates } = settings;
  const embeddedRows = isClient(rest) ? limits.embeddedRows : undefined;
  return { cache, schema, role: identity.role, limits, embeddedRows, aggregates };
}

/** The parsed query string. */
export function readQuery(rest: RestRequest, takesArguments: boolean): Query {
  const { limits } = rest.settings;
  const query = parseQuery(rest.url.search, limits, takesArguments);
  if (isClient(rest)) refuseCostlyFilters(query, limits);
  return query;
}

export function text(bytes: Buffer | null | undefined): string | undefined {
  return bytes === null || bytes === undefined ? undefined : bytes.toString('utf8');
}
