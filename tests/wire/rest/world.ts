import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ChangeNotices } from '../../../platform/src/caching/change-notices.ts';
import { watchTables } from '../../../platform/src/caching/watch-tables.ts';
import { createRest, type Rest, type RestOptions } from '../../../platform/src/rest/create-rest.ts';
import { installSchemas } from '../../../platform/src/schemas/install-schemas.ts';
import { type CallerOptions, identifyCaller } from '../../../platform/src/tokens/identify-caller.ts';
import { TokenRefused } from '../../../platform/src/tokens/token-refused.ts';
import { createTokenVerifier } from '../../../platform/src/tokens/verify-token.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';

// biome-ignore lint/suspicious/noExplicitAny: the fixture has no generated types, and its tests look at values
type Client = SupabaseClient<any, { PostgrestVersion: '14' }, any>;

export interface RestWorld extends AsyncDisposable {
  database: TestDatabase;
  rest: Rest;
  changes: ChangeNotices;
  /** Who verifies this world's tokens. */
  callers: CallerOptions;
  url: string;
  anonKey: string;
  /** A token for a role, with further claims. */
  token(role: string, claims?: Record<string, unknown>): Promise<string>;
  /** supabase-js as an anonymous visitor, or with a token. */
  client(token?: string, options?: { schema?: string; headers?: Record<string, string> }): Client;
  /** A plain request, anonymous unless it has a token; from another address with `x-address`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** The Data API over the film club, on a free port. */
export async function startRestWorld(options: Partial<RestOptions> = {}): Promise<RestWorld> {
  const database = await openTestDatabase({ empty: true });
  await installSchemas(database);
  const fixture = readFileSync(new URL('./fixture.sql', import.meta.url), 'utf8');
  await database.transaction((transaction) => transaction.script(fixture));
  const schemas = ['public', 'club'];
  await watchTables(database, schemas);
  const changes = await ChangeNotices.start(database);
  const rest = await createRest({ database, changes, schemas, ...options });

  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const verifier = await createTokenVerifier({
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid: 'test' }] },
  });
  const token = (role: string, claims: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT({ role, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);

  const handle = async (request: Request): Promise<Response> => {
    try {
      const address = request.headers.get('x-address') ?? '127.0.0.1';
      return await rest.handle(request, await identifyCaller(request.headers, { verifier }), { address });
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      return new Response(error.body(), {
        status: 401,
        headers: { 'content-type': 'application/json', ...error.headers },
      });
    }
  };
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
  const url = `http://127.0.0.1:${await listening}`;
  const anonKey = await token('anon');

  return {
    database,
    rest,
    changes,
    callers: { verifier },
    url,
    anonKey,
    token,
    client: (accessToken, { schema = 'public', headers = {} } = {}) =>
      createClient(url, anonKey, {
        db: { schema },
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { ...(accessToken && { Authorization: `Bearer ${accessToken}` }), ...headers } },
      }),
    fetch: (path, init) => fetch(`${url}/rest/v1${path}`, init),
    [Symbol.asyncDispose]: async () => {
      await new Promise((done) => server.close(done));
      await rest.close();
      await changes.close();
      await database.close();
    },
  };
}
