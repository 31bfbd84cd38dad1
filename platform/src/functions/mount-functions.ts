import { Hono } from 'hono';
import { type AddressOf, contextAddress } from '../client-address.ts';
import type { Database } from '../database/database.ts';
import type { CallerOptions } from '../tokens/identify-caller.ts';
import { hostFunctions } from './host-functions.ts';
import { refuseWithoutToken } from './refuse-without-token.ts';

export interface FunctionOptions {
  /** Holds `<name>/index.ts`, each with `export default { fetch }`. */
  folder: string;
  /** Functions that take callers without a token, such as a payment provider's webhook. */
  open?: ReadonlySet<string>;
  /** Set in process.env, beside SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY. Undefined unsets. */
  environment?: Record<string, string | undefined>;
  /** The address at which functions reach the services. Default: the platform's `url`. */
  url?: string;
  timeLimitMs?: number;
  bodyLimitBytes?: number;
}

/** The functions of a folder, behind the token check; to be mounted at /functions/v1. */
export function mountFunctions(
  options: FunctionOptions,
  { database, callers, addressOf }: { database: Database; callers: CallerOptions; addressOf: AddressOf },
): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    // As Supabase's gateway does: what the caller wrote there counts for nothing.
    const headers = new Headers(context.req.raw.headers);
    headers.set('x-forwarded-for', contextAddress(context, addressOf));
    context.req.raw = new Request(context.req.raw, { headers });
    await next();
  });
  const host = hostFunctions({
    folder: options.folder,
    open: options.open ?? new Set(),
    timeLimitMs: options.timeLimitMs ?? 10_000,
    bodyLimitBytes: options.bodyLimitBytes ?? 1024 * 1024,
    isAway: () =>
      database.query('select 1').then(
        () => false,
        () => true,
      ),
    refuse: (request) => refuseWithoutToken(request, callers),
  });
  return app.route('/', host);
}

/** Functions read their settings from the environment, as they do on Supabase. */
export function setFunctionEnvironment(environment: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
