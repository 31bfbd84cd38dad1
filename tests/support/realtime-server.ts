import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import type { Database } from '../../platform/src/database/database.ts';
import {
  createRealtime,
  type Realtime,
  type RealtimeOptions,
} from '../../platform/src/realtime/create-realtime.ts';
import type { RealtimeLimits } from '../../platform/src/realtime/limits.ts';
import { loadSigningKeys, type SigningKeys } from '../../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../../platform/src/tokens/verify-token.ts';
import { realtimeWorld } from './realtime-world.ts';
import { openTestDatabase, type TestDatabase } from './test-databases.ts';

interface Person {
  id: string;
  token: string;
  client: SupabaseClient;
}

export interface RealtimeTestServer {
  url: string;
  database: TestDatabase;
  keys: SigningKeys;
  realtime: Realtime;
  reports: string[];
  /** The real client of a visitor, or of the token's owner. */
  client(token?: string | (() => string), options?: RealtimeClientOptions): SupabaseClient;
  /** A new member, signed in. */
  member(options?: RealtimeClientOptions): Promise<Person>;
  /** Runs SQL as the owner of the database. */
  sql(script: string): Promise<void>;
  /** A second server, like another process, on the same or another database handle. */
  beside(
    database: Database,
    limits?: Partial<RealtimeLimits>,
    counted?: Pick<RealtimeOptions, 'addressOf' | 'admit'>,
  ): Promise<SecondServer>;
  close(): Promise<void>;
}

export interface SecondServer {
  url: string;
  realtime: Realtime;
  close(): Promise<void>;
}

/** Realtime over a database of the test's own, with the tables and topics of `realtime-world.ts`. */
export async function startRealtimeServer(limits: Partial<RealtimeLimits> = {}): Promise<RealtimeTestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-realtime-'));
  const database = await openTestDatabase();
  const sql = (script: string) => database.transaction((transaction) => transaction.script(script));
  await sql(realtimeWorld);
  const keys = await loadSigningKeys({ folder });
  const reports: string[] = [];
  const clients: SupabaseClient[] = [];
  const serve: RealtimeTestServer['beside'] = async (served, limits = {}, counted = {}) => {
    const callers = { verifier: await createTokenVerifier({ keys: keys.jwks }) };
    const report = (sentence: string) => reports.push(sentence);
    const realtime = await createRealtime({ database: served, callers, limits, report, ...counted });
    const app = new Hono().route('/realtime/v1', realtime.app);
    const server = createServer(getRequestListener(app.fetch));
    realtime.attach(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = async (): Promise<void> => {
      await realtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    return { url, realtime, close };
  };
  const main = await serve(database, limits);
  const client = (token?: string | (() => string), options: RealtimeClientOptions = {}): SupabaseClient => {
    const asPerson =
      token === undefined ? {} : { accessToken: async () => (typeof token === 'string' ? token : token()) };
    const made = createClient(main.url, keys.anonKey, {
      ...asPerson,
      auth: { persistSession: false },
      realtime: options,
    });
    clients.push(made);
    return made;
  };
  return {
    url: main.url,
    database,
    keys,
    realtime: main.realtime,
    reports,
    client,
    async member(options) {
      const id = randomUUID();
      const token = await keys.sign({ sub: id, role: 'authenticated', aud: 'authenticated' }, '1h');
      const made = client(token, options);
      // The client fetches its token in the background; a join before that would be a visitor's.
      await made.realtime.setAuth();
      return { id, token, client: made };
    },
    sql,
    beside: serve,
    async close() {
      await Promise.all(clients.map((one) => one.removeAllChannels()));
      await main.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
