import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSigningKey } from '../../../platform/src/tokens/signing-keys.ts';
import { DEMO_PASSWORD } from '../../../server/src/identity/demo-accounts.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

const LEGACY_SECRET = 'the secret of a project that moved to this server';
const PHONE = '+1 555 555 0100';

let server: TestServer;
let oldKey: JWK;
beforeAll(async () => {
  const [current, old] = [await newSigningKey('RS256'), await newSigningKey('ES256')];
  oldKey = old;
  const keyOf = (role: string) => signWith(old, { role });
  const keys = {
    keys: [current, old],
    anonKey: await keyOf('anon'),
    serviceKey: await keyOf('service_role'),
  };
  server = await startTestServer({
    JWT_KEYS: JSON.stringify(keys),
    JWT_SECRET: LEGACY_SECRET,
    AUTH_PASSWORD_MIN: '14',
    AUTH_MANUAL_LINKING: 'no',
    AUTH_MESSAGE_PAUSE_SECONDS: '3600',
    AUTH_CONFIRM_PHONE: 'yes',
    AUTH_TEST_CODES: '15555550100=123456, +15555550111:654321',
  });
});
afterAll(() => server.close());

async function signWith(key: JWK | string, claims: Record<string, unknown>): Promise<string> {
  const alg = typeof key === 'string' ? 'HS256' : (key.alg ?? '');
  const secret = typeof key === 'string' ? new TextEncoder().encode(key) : await importJWK(key, alg);
  const header = { alg, ...(typeof key !== 'string' && key.kid ? { kid: key.kid } : {}) };
  return new SignJWT(claims).setProtectedHeader(header).setIssuedAt().setExpirationTime('1h').sign(secret);
}

function client(key = server.anonKey): SupabaseClient {
  return createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

describe('keys side by side', () => {
  test('an RS256 key signs new sessions, which the client verifies with the published key', async () => {
    const member = client();
    const { data } = await member.auth.signInWithPassword({
      email: 'member@lakou.test',
      password: DEMO_PASSWORD,
    });
    expect(decodeProtectedHeader(data.session?.access_token ?? '').alg).toBe('RS256');
    const { data: checked, error } = await member.auth.getClaims();
    expect([error, checked?.header.alg, checked?.claims.sub]).toEqual([null, 'RS256', idOf.member]);
  });

  test('tokens of the older ES256 key stay valid', async () => {
    const token = await signWith(oldKey, { sub: idOf.member, role: 'authenticated', aud: 'authenticated' });
    expect((await client().auth.getUser(token)).data.user?.id).toBe(idOf.member);
  });

  test('both keys are published, and nothing private of either', async () => {
    const { keys } = (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as {
      keys: JWK[];
    };
    expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
    for (const key of keys) {
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'])
        expect(key).not.toHaveProperty(secret);
    }
  });

  test('tokens and API keys of the legacy secret are accepted by all services', async () => {
    const anon = client(await signWith(LEGACY_SECRET, { role: 'anon' }));
    expect((await anon.from('movies').select('id').limit(1)).error).toBeNull();
    const service = client(await signWith(LEGACY_SECRET, { role: 'service_role' }));
    expect((await service.storage.listBuckets()).error).toBeNull();
    expect((await service.auth.admin.listUsers()).error).toBeNull();
    const token = await signWith(LEGACY_SECRET, {
      sub: idOf.member,
      role: 'authenticated',
      aud: 'authenticated',
    });
    expect((await client().auth.getUser(token)).data.user?.id).toBe(idOf.member);
  });

  test('a token signed with a published key as if it were a secret is refused', async () => {
    const jwks = (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as {
      keys: JWK[];
    };
    for (const forged of [
      JSON.stringify(jwks.keys[0]),
      jwks.keys[0]?.n ?? '',
      'another secret of 32 characters!',
    ]) {
      const token = await signWith(forged, { role: 'service_role' });
      expect((await client().auth.getUser(token)).error?.status).toBe(403);
      const answer = await fetch(`${server.url}/rest/v1/movies?limit=1`, { headers: { apikey: token } });
      expect(answer.status).toBe(401);
    }
  });
});

describe('supabase_admin', () => {
  test('is an admin of the auth service', async () => {
    const token = await server.token({ role: 'supabase_admin' });
    const answer = await fetch(`${server.url}/auth/v1/admin/users`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  test('is no role of the Data API or the storage, and other roles are no admins', async () => {
    const headers = { authorization: `Bearer ${await server.token({ role: 'supabase_admin' })}` };
    expect((await fetch(`${server.url}/rest/v1/movies?limit=1`, { headers })).status).toBe(401);
    expect((await fetch(`${server.url}/storage/v1/bucket`, { headers })).status).toBe(400);
    for (const role of ['authenticated', 'anon', 'postgres', ['service_role'], { service_role: 1 }]) {
      const token = await server.token({ role });
      const answer = await fetch(`${server.url}/auth/v1/admin/users`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status, JSON.stringify(role)).toBe(403);
    }
  });
});

test('a password shorter than the setting is refused', async () => {
  const { error } = await client().auth.signUp({ email: 'new@lakou.test', password: 'thirteen char' });
  expect(error).toMatchObject({
    code: 'weak_password',
    message: 'Password should be at least 14 characters.',
  });
  const long = await client().auth.signUp({ email: 'new@lakou.test', password: 'fourteen chars' });
  expect(long.error).toBeNull();
});

test('nobody links an account where manual linking is off', async () => {
  const member = client();
  await member.auth.signInWithPassword({ email: 'member@lakou.test', password: DEMO_PASSWORD });
  const { error } = await member.auth.linkIdentity({ provider: 'google' });
  expect(error).toMatchObject({ code: 'manual_linking_disabled' });
});

test('a second email to one recipient waits for the pause', async () => {
  expect((await client().auth.resetPasswordForEmail('member@lakou.test')).error).toBeNull();
  const again = await client().auth.resetPasswordForEmail('member@lakou.test');
  expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect((await client().auth.resetPasswordForEmail('subscriber@lakou.test')).error).toBeNull();
});

describe('numbers for tests', () => {
  test('sign in with their code, and with no other', async () => {
    expect((await client().auth.signInWithOtp({ phone: PHONE })).error).toBeNull();
    const wrong = await client().auth.verifyOtp({ phone: PHONE, token: '654321', type: 'sms' });
    expect(wrong.error?.code).toBe('otp_expired');
    const right = await client().auth.verifyOtp({ phone: PHONE, token: '123456', type: 'sms' });
    expect(right.data.user?.phone).toBe('15555550100');
  });

  test('have a code only once they asked for it', async () => {
    const { error } = await client().auth.verifyOtp({ phone: '+15555550111', token: '654321', type: 'sms' });
    expect(error?.code).toBe('otp_expired');
  });

  test('other numbers get no code, because nobody carries it', async () => {
    const { error } = await client().auth.signInWithOtp({ phone: '+15555550199' });
    expect(error?.code).toBe('sms_send_failed');
  });
});
