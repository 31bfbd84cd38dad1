import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, vi } from 'vitest';
import type { Database } from '../../contract/src/database-types.ts';
import type { TestServer } from './test-server.ts';
import { earlyInStep, totpCode } from './totp-code.ts';

export const password = 'yon bon modpas';

/** One browser in which somebody is signed in. */
export interface Device {
  client: SupabaseClient<Database>;
  token: string;
  refreshToken: string;
}

export interface Person extends Device {
  id: string;
  email: string;
}

export function newBrowser(server: TestServer): SupabaseClient<Database> {
  return createClient<Database>(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export async function register(server: TestServer): Promise<Person> {
  const email = `p${randomUUID().slice(0, 8)}@example.test`;
  const client = newBrowser(server);
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session || !data.user) throw new Error(`no session: ${error?.message}`);
  const { access_token: token, refresh_token: refreshToken } = data.session;
  return { id: data.user.id, email, client, token, refreshToken };
}

export async function signIn(server: TestServer, email: string): Promise<Device> {
  const client = newBrowser(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token, refreshToken: data.session.refresh_token };
}

/** Sets up an authenticator app; the session is at aal2 afterwards. */
export async function setUpFactor({ client }: Device): Promise<{ factorId: string; secret: string }> {
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  await showFactor({ client }, { factorId, secret: totp.secret }, -1);
  return { factorId, secret: totp.secret };
}

export async function showFactor(
  { client }: Pick<Device, 'client'>,
  { factorId, secret }: { factorId: string; secret: string },
  /** Each code counts once: the half minute it belongs to, from now. */
  steps: -1 | 0 | 1,
): Promise<void> {
  await earlyInStep();
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret, steps) });
  if (error) throw error;
}

/** The status with which each service answers a token that has not expired. */
async function statusPerService(server: TestServer, token: string): Promise<Record<string, number>> {
  const request = async (path: string, body?: object) => {
    const answer = await fetch(server.url + path, {
      headers: {
        apikey: server.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    auth: await request('/auth/v1/user'),
    rest: await request('/rest/v1/watchlist?select=id'),
    storage: await request('/storage/v1/object/list/profile-images', { prefix: '' }),
    functions: await request('/functions/v1/check-subscription', {}),
    realtime: await request('/realtime/v1/api/broadcast', {
      messages: [{ topic: 'lobby', event: 'hello', payload: {} }],
    }),
  };
}

export async function expectTokenAccepted(server: TestServer, token: string): Promise<void> {
  const accepted = { auth: 200, rest: 200, storage: 200, functions: 200, realtime: 202 };
  expect(await statusPerService(server, token)).toEqual(accepted);
}

/** A revocation reaches the services by NOTIFY: soon, but not within the same statement. */
export async function expectTokenRejected(server: TestServer, token: string): Promise<void> {
  const rejected = { auth: 403, rest: 401, storage: 400, functions: 401, realtime: 401 };
  await vi.waitFor(async () => expect(await statusPerService(server, token)).toEqual(rejected), 20_000);
}
