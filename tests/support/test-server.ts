import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database as Types } from '../../contract/src/database-types.ts';
import { loadSigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { readConfig } from '../../server/src/config.ts';
import { createServices, type Services } from '../../server/src/create-services.ts';
import { listen } from '../../server/src/http/listen.ts';
import { demoAccounts } from '../../server/src/identity/demo-accounts.ts';
import { openTestDatabase, type TestDatabase } from './test-databases.ts';

export type Who = 'visitor' | 'admin' | 'subscriber' | 'member' | 'service';

export interface TestServer {
  url: string;
  anonKey: string;
  dataFolder: string;
  database: TestDatabase;
  /** The official client, signed in as one of the demo world's people. */
  as(who: Who): SupabaseClient<Types>;
  /** A token for anybody. */
  token(claims: Record<string, unknown>, lifetime?: string): Promise<string>;
  close(): Promise<void>;
}

export const idOf = Object.fromEntries(
  demoAccounts.map(({ email, id }) => [email.split('@')[0], id]),
) as Record<'admin' | 'subscriber' | 'member', string>;

/** The whole server over a fresh demo world, or a given database, on a spare port, in this process. */
export async function startTestServer(
  settings: Record<string, string> = {},
  given?: TestDatabase,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-server-'));
  const database = given ?? (await openTestDatabase());
  const keys = await loadSigningKeys({ folder });
  let server: Services | undefined;
  const config = readConfig({ INGEST: 'off', ...settings, DATA_DIR: folder });
  const door = await listen({ ...config, host: '127.0.0.1', port: 0 }, () => server?.app);
  const url = door.address;
  server = await createServices({ config, database, keys, url, ownUrl: url, traffic: door.traffic });
  server.attach(door.server);

  const tokens = new Map<Who, string>([['service', keys.serviceKey]]);
  for (const [who, sub] of Object.entries(idOf)) {
    tokens.set(who as Who, await keys.sign({ sub, role: 'authenticated', aud: 'authenticated' }, '1h'));
  }
  return {
    url,
    anonKey: keys.anonKey,
    dataFolder: folder,
    database,
    as(who) {
      const token = tokens.get(who);
      return createClient<Types>(url, keys.anonKey, token ? { accessToken: async () => token } : {});
    },
    token: (claims, lifetime = '1h') => keys.sign(claims, lifetime),
    async close() {
      await server.leave();
      await door.close();
      await server.close();
      if (!given) await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
