import { randomUUID } from 'node:crypto';
import { createClient, type FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../contract/src/database-types.ts';
import type { TestDatabase } from './test-databases.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A film of the demo world: 12.99 to buy, 4.49 to rent. */
export const film = 'f1000000-0000-4000-8000-000000000002';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  body: any;
}

/** A new member with the official client. */
export interface Shopper {
  id: string;
  client: SupabaseClient<Database>;
  /** Calls a function; an error response is a result too. */
  call(name: string, body?: unknown): Promise<Answer>;
  buys(fields?: Record<string, unknown>): Promise<Answer>;
  canWatch(): Promise<boolean>;
  order(id: string): Promise<string | undefined>;
  subscription(): Promise<Answer>;
}

/** Starts a server without a limit on sign-ups, over fresh demo data or a given database. */
export const openShop = (settings: Record<string, string> = {}, database?: TestDatabase) =>
  startTestServer({ AUTH_LIMITS: 'signUps=off,signIns=off', ...settings }, database);

export async function newShopper(server: TestServer): Promise<Shopper> {
  const client = createClient<Database>(server.url, server.anonKey, { auth: { persistSession: false } });
  const email = `${randomUUID()}@example.test`;
  const { data, error } = await client.auth.signUp({ email, password: 'yon-modpas-ki-long' });
  if (error || !data.user) throw new Error(`nobody joined: ${error?.message}`);
  const call: Shopper['call'] = (name, body = {}) => callAs(client, name, body);
  return {
    id: data.user.id,
    client,
    call,
    buys: (fields) => call('create-checkout', item(fields)),
    async canWatch() {
      return (await client.rpc('can_watch', { media_type: 'movie', media_id: film })).data ?? false;
    },
    async order(id) {
      return (await client.from('orders').select('status').eq('id', id).maybeSingle()).data?.status;
    },
    subscription: () => call('check-subscription'),
  };
}

export async function callAs(client: SupabaseClient<Database>, name: string, body: unknown): Promise<Answer> {
  const { data, error } = await client.functions.invoke(name, { body: body as Record<string, unknown> });
  if (!error) return { status: 200, body: data };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, body: await response.json() };
}

/** The payment item as the browser sends it. */
export const item = (fields: Record<string, unknown> = {}) => ({
  title: 'Anything',
  mediaType: 'movie',
  type: 'purchase',
  price: 0.01,
  thumbnailUrl: '/x.jpg',
  id: film,
  ...fields,
});

/** All rows of the commerce tables. */
export async function traces(server: TestServer): Promise<Record<string, number>> {
  const [row] = await server.database.query<Record<string, number>>(
    `select (select count(*)::integer from public.ledger) as ledger,
      (select count(*)::integer from public.user_purchases) as purchases,
      (select count(*)::integer from public.subscriptions) as subscriptions`,
  );
  return row ?? {};
}
