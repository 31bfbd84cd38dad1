import type { Database, Identity, RawResult, RunOptions, Statement } from '../database/database.ts';
import { fromDatabaseError } from './database-error.ts';
import type { RestLimits } from './limits.ts';
import type { Media } from './parse/parse-accept.ts';
import type { Preferences } from './parse/parse-prefer.ts';
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
}

/** One parsed request with its identity and schema. */
export interface RestRequest {
  settings: RestSettings;
  cache: SchemaCache;
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
  options: Pick<RunOptions, 'readOnly'>,
): Promise<RawResult[]> {
  const { settings, identity, preferences } = rest;
  const { timeoutMs } = settings.limits;
  try {
    return await settings.database.run(
      statements.map((statement) => ({ ...statement, name: statementName(statement.text) })),
      {
        ...options,
        as: {
          role: identity.role,
          // Never empty: functions read it as JSON.
          claims: identity.claims ?? { role: identity.role },
          settings: { ...identity.settings, ...requestSettings(rest) },
        },
        timeoutMs: timeoutMs[identity.role] ?? timeoutMs.default,
        ...(preferences.tx === 'rollback' && { rollback: true }),
      },
    );
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

export function text(bytes: Buffer | null | undefined): string | undefined {
  return bytes === null || bytes === undefined ? undefined : bytes.toString('utf8');
}
