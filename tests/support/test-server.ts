import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database as Types } from '../../contract/src/database-types.ts';
import { loadSigningKeys, type SigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { readConfig } from '../../server/src/config.ts';
import { listen } from '../../server/src/http/listen.ts';
import { DEMO_PASSWORD, demoAccounts } from '../../server/src/identity/demo-accounts.ts';
import { type RunningServices, startServices } from '../../server/src/start-services.ts';
import { SlowStatements } from '../../server/src/statements/slow-statements.ts';
import { openTestDatabase, type TestDatabase } from './test-databases.ts';

export type Who = 'visitor' | 'admin' | 'subscriber' | 'member' | 'service';

export interface TestServer {
  url: string;
  anonKey: string;
  dataFolder: string;
  database: TestDatabase;
  /** The routing table: what answers where. */
  routes: { method: string; path: string }[];
  /** The official client, signed in as one of the demo's accounts. */
  as(who: Who): SupabaseClient<Types>;
  /** Signs a token with any claims. */
  token(claims: Record<string, unknown>, lifetime?: string): Promise<string>;
  close(): Promise<void>;
}

export const idOf = Object.fromEntries(
  demoAccounts.map(({ email, id }) => [email.split('@')[0], id]),
) as Record<'admin' | 'subscriber' | 'member', string>;

/** A second server on the same database has to have the same keys. */
const knownKeys = new WeakMap<TestDatabase, SigningKeys>();

/** The address of a deployment to test instead of a server of our own. Its demo data has to be there. */
const WIRE_URL = process.env.WIRE_URL;

/** For `skip()` in tests that read the database or change settings. */
export const isDeployed = WIRE_URL !== undefined;
export const NEEDS_DATABASE = 'reads the database directly, which a deployment does not offer';

/** The whole server over fresh demo data, or a given database, on a free port, in this process. */
export async function startTestServer(
  settings: Record<string, string> = {},
  given?: TestDatabase,
): Promise<TestServer> {
  if (WIRE_URL) return connectToDeployment(WIRE_URL.replace(/\/$/, ''));
  const folder = mkdtempSync(join(tmpdir(), 'lakou-server-'));
  const config = readConfig({ INGEST: 'off', ...settings, DATA_DIR: folder });
  const slowStatements = new SlowStatements(config.slowStatementMs);
  const database = given ?? (await openTestDatabase({ onAnswered: slowStatements.onAnswered }));
  const keys = knownKeys.get(database) ?? (await loadSigningKeys({ folder, given: settings.JWT_KEYS }));
  knownKeys.set(database, keys);
  let server: RunningServices | undefined;
  const http = await listen({ ...config, host: '127.0.0.1', port: 0 }, () => server?.app);
  const url = http.address;
  server = await startServices({
    config,
    database,
    keys,
    url,
    ownUrl: url,
    traffic: http.traffic,
    slowStatements,
  });
  server.attach(http.server);

  const tokens = new Map<Who, string>([['service', keys.serviceKey]]);
  for (const [who, sub] of Object.entries(idOf)) {
    tokens.set(who as Who, await keys.sign({ sub, role: 'authenticated', aud: 'authenticated' }, '1h'));
  }
  return {
    url,
    anonKey: keys.anonKey,
    dataFolder: folder,
    database,
    routes: server.app.routes,
    as: (who) => clientWith(url, keys.anonKey, tokens.get(who)),
    token: (claims, lifetime = '1h') => keys.sign(claims, lifetime),
    async close() {
      await server.stop(http.close);
      if (!given) await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same handle on a running server: accounts sign in with the demo's password, keys come from the environment. */
async function connectToDeployment(url: string): Promise<TestServer> {
  const { SERVICE_KEY } = process.env;
  if (!SERVICE_KEY)
    throw new Error('WIRE_URL needs SERVICE_KEY: the service key of that server (`npm run keys`)');
  const anonKey = process.env.ANON_KEY ?? (await (await fetch(`${url}/config.json`)).json()).anonKey;
  const tokens = new Map<Who, string>([['service', SERVICE_KEY]]);
  for (const { email } of demoAccounts) {
    const { data, error } = await createClient(url, anonKey).auth.signInWithPassword({
      email,
      password: DEMO_PASSWORD,
    });
    if (error)
      throw new Error(`${email} cannot sign in at ${url}: ${error.message}. Does it have the demo data?`);
    tokens.set(email.split('@')[0] as Who, data.session.access_token);
  }
  const unavailable = (what: string) => new Error(`${what} of a deployment is not available to tests`);
  return {
    url,
    anonKey,
    get dataFolder(): string {
      throw unavailable('The data folder');
    },
    get routes(): never {
      throw unavailable('The routing table');
    },
    get database(): TestDatabase {
      throw unavailable('The database');
    },
    as: (who) => clientWith(url, anonKey, tokens.get(who)),
    token: () => Promise.reject(unavailable('The signing key')),
    close: async () => {},
  };
}

function clientWith(url: string, anonKey: string, token: string | undefined): SupabaseClient<Types> {
  return createClient<Types>(url, anonKey, token ? { accessToken: async () => token } : {});
}
