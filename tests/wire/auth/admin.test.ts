import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';
import { follow, fragmentOf } from '../../support/oauth-journey.ts';
import { totpCode } from '../../support/totp-code.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ phone: true });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon ti chat nwa';
/** Hashes of that password as other systems store them. */
const hashesElsewhere = [
  '$2b$06$9WIR8kpqGCjeQCV2ghzb6.q37eDA8Ws2wgn9s6xODZJU2ujZisjcu',
  '$argon2id$v=19$m=4096,t=3,p=1$xAxoJln03ZgSnnSyveyAmw$bxtNHjWBFn4t/2XZNZz4Jj53AuLdxAhJ3tIUIchA/Ao',
];
const newEmailAddress = () => `${randomUUID().slice(0, 8)}@egzanp.test`;

/** The real client with the service key, as a backend would use it. */
const admin = () =>
  createClient(server.url, server.keys.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin;

async function made(attributes: Parameters<ReturnType<typeof admin>['createUser']>[0] = {}) {
  const email = newEmailAddress();
  const { data, error } = await admin().createUser({ email, password, email_confirm: true, ...attributes });
  if (error) throw error;
  return { ...data.user, email };
}

const signIn = (email: string, secret = password) =>
  server.client().auth.signInWithPassword({ email, password: secret });

describe('the admin endpoints', () => {
  const id = 'a0000000-0000-4000-8000-000000000003';
  const endpoints: [string, string][] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/audit'],
    ['POST', '/admin/oauth/clients'],
    ['GET', '/admin/custom-providers'],
  ];

  test.each(endpoints)('%s %s accepts the service key only', async (method, path) => {
    const { data } = await signIn('admin@lakou.test', DEMO_PASSWORD);
    const request = async (headers: Record<string, string>) => {
      const body = method === 'GET' ? {} : { body: '{}' };
      const response = await server.request(path, { method, headers, ...body });
      return [response.status, (await response.json()).error_code];
    };
    expect(await request({})).toEqual([401, 'no_authorization']);
    expect(await request({ apikey: server.keys.serviceKey })).toEqual([401, 'no_authorization']);
    expect(await request({ authorization: `Bearer ${server.keys.anonKey}` })).toEqual([403, 'not_admin']);
    expect(await request({ authorization: `Bearer ${data.session?.access_token}` })).toEqual([
      403,
      'not_admin',
    ]);
    expect(await request({ authorization: `Bearer ${server.keys.serviceKey}x` })).toEqual([403, 'bad_jwt']);
    expect((await admin().getUserById(id)).error).toBeNull();
  });

  test('answer that OAuth clients and custom providers are not supported', async () => {
    const { oauth, customProviders } = admin();
    const off = { status: 404, code: 'feature_disabled' };
    const noServer = { ...off, message: 'OAuth server is disabled' };
    expect((await oauth.listClients()).error).toMatchObject(noServer);
    expect((await oauth.getClient(id)).error).toMatchObject(noServer);
    const noProviders = { ...off, message: 'Custom OAuth providers are disabled' };
    expect((await customProviders.listProviders()).error).toMatchObject(noProviders);
    expect((await customProviders.getProvider('custom:lakay')).error).toMatchObject(noProviders);
    const member = server.client();
    await member.auth.signInWithPassword({ email: 'member@lakou.test', password: DEMO_PASSWORD });
    expect((await member.auth.oauth.listGrants()).error).toMatchObject(noServer);
    expect((await member.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject(noServer);
  });
});

describe('creating an account', () => {
  test('creates one that can sign in, with a profile', async () => {
    const { data, error } = await admin().createUser({
      email: 'Nouvo@Egzanp.test',
      password,
      email_confirm: true,
      user_metadata: { full_name: 'Nouvo Manm' },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: 'nouvo@egzanp.test',
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Nouvo Manm' },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
      identities: [{ provider: 'email' }],
    });
    expect((await signIn('nouvo@egzanp.test')).error).toBeNull();
    const rows = await server.database.query('select first_name from private.profiles where id = $1', [
      data.user?.id,
    ]);
    expect(rows).toEqual([{ first_name: 'Nouvo' }]);
  });

  test('without email_confirm leaves the address unconfirmed', async () => {
    const { email } = await made({ email_confirm: false });
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed');
  });

  test('accepts bcrypt and argon2 hashes of other systems', async () => {
    for (const password_hash of hashesElsewhere) {
      const email = newEmailAddress();
      const { error } = await admin().createUser({ email, password_hash, email_confirm: true });
      expect(error).toBeNull();
      expect((await signIn(email)).error).toBeNull();
      expect((await signIn(email, 'wrong password')).error?.code).toBe('invalid_credentials');
    }
  });

  test('accepts a given id', async () => {
    const id = randomUUID();
    expect((await made({ id })).id).toBe(id);
    const { error } = await admin().createUser({ id, email: newEmailAddress() });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });

  test('accepts an address and a phone together', async () => {
    const user = await made({ phone: '+50938000001', phone_confirm: true });
    expect(user).toMatchObject({
      phone: '50938000001',
      phone_confirmed_at: expect.any(String),
      app_metadata: { providers: ['email', 'phone'] },
    });
    const { error } = await server.client().auth.signInWithPassword({ phone: '+50938000001', password });
    expect(error).toBeNull();
  });

  test.each<[string, object, number, string]>([
    ['nobody', {}, 400, 'validation_failed'],
    ['an address that is taken', { email: 'member@lakou.test' }, 422, 'email_exists'],
    ['a weak password', { email: 'x@egzanp.test', password: 'kout' }, 422, 'weak_password'],
    ['an unknown hash', { email: 'x@egzanp.test', password_hash: '{SHA}abc' }, 400, 'validation_failed'],
    ['both', { email: 'x@egzanp.test', password, password_hash: '$2b$10$x' }, 400, 'validation_failed'],
    ['a wrong id', { email: 'x@egzanp.test', id: 'x' }, 400, 'validation_failed'],
    [
      'no id at all',
      { email: 'x@egzanp.test', id: '00000000-0000-0000-0000-000000000000' },
      400,
      'validation_failed',
    ],
    ['a wrong address', { email: 'x' }, 400, 'validation_failed'],
    ['an unknown role', { email: 'x@egzanp.test', role: 'postgres' }, 400, 'validation_failed'],
    ['a wrong ban', { email: 'x@egzanp.test', ban_duration: 'long' }, 400, 'validation_failed'],
  ])('is refused with %s', async (_name, attributes, status, code) => {
    const { error } = await admin().createUser(attributes);
    expect(error).toMatchObject({ status, code });
  });
});

describe('the list of accounts', () => {
  test('is paginated with a total', async () => {
    for (let n = 0; n < 3; n += 1) await made();
    const first = await admin().listUsers({ page: 1, perPage: 2 });
    if (first.error) throw first.error;
    expect(first.data.users).toHaveLength(2);
    expect(first.data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) });
    const { total } = first.data;
    const all = await admin().listUsers({ page: 1, perPage: 1000 });
    expect(all.data.users).toHaveLength(total);
    const second = await admin().listUsers({ page: 2, perPage: 2 });
    expect(second.data.users.map(({ id }) => id)).toEqual(all.data.users.slice(2, 4).map(({ id }) => id));
    const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
    const response = await server.request('/admin/users?page=1&per_page=2', { headers });
    const last = Math.ceil(total / 2);
    expect(response.headers.get('x-total-count')).toBe(String(total));
    expect(response.headers.get('link')).toBe(
      `</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=${last}&per_page=2>; rel="last"`,
    );
    expect(JSON.stringify(await response.json())).not.toContain('argon2');
    expect((await server.request('/admin/users?page=-1', { headers })).status).toBe(400);
    const beyond = await server.request(`/admin/users?page=${last + 1}&per_page=2`, { headers });
    expect((await beyond.json()).users).toEqual([]);
    expect(beyond.headers.get('link')).not.toContain('next');
  });

  test('can be searched, and a percent sign is not a wildcard', async () => {
    const { id } = await made({ user_metadata: { full_name: 'Wodli 100% Natirèl' } });
    const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
    const search = async (filter: string) => {
      const response = await server.request(`/admin/users?filter=${encodeURIComponent(filter)}`, { headers });
      return ((await response.json()).users as { id: string }[]).map((user) => user.id);
    };
    expect(await search('100% nat')).toEqual([id]);
    expect(await search('w%natirèl')).toEqual([]);
  });
});

describe('changing an account', () => {
  test('takes effect at once', async () => {
    const user = await made({ user_metadata: { full_name: 'Anvan', city: 'Jakmèl' } });
    const email = newEmailAddress();
    const { data, error } = await admin().updateUserById(user.id, {
      email,
      phone: '+50938000002',
      user_metadata: { full_name: 'Apre', city: null },
      app_metadata: { plan: 'gold' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      phone: '50938000002',
      user_metadata: { full_name: 'Apre' },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'gold' },
    });
    expect(data.user?.user_metadata).not.toHaveProperty('city');
    expect(data.user?.identities?.find(({ provider }) => provider === 'email')?.identity_data?.email).toBe(
      email,
    );
    expect((await signIn(email)).error).toBeNull();
    expect((await signIn(user.email)).error?.code).toBe('invalid_credentials');
  });

  test('of the password ends every session', async () => {
    const user = await made();
    const { data } = await signIn(user.email);
    await admin().updateUserById(user.id, { password: 'yon lòt ti chat' });
    expect((await signIn(user.email)).error?.code).toBe('invalid_credentials');
    expect((await signIn(user.email, 'yon lòt ti chat')).error).toBeNull();
    const refreshed = await server
      .client()
      .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(refreshed.error?.code).toBe('refresh_token_not_found');
  });

  test('confirms an address', async () => {
    const user = await made({ email_confirm: false });
    await admin().updateUserById(user.id, { email_confirm: true });
    expect((await signIn(user.email)).error).toBeNull();
  });

  test('bans, for a time or until it is lifted', async () => {
    const user = await made();
    const { data } = await signIn(user.email);
    const { data: banned } = await admin().updateUserById(user.id, { ban_duration: '1h30m' });
    const until = new Date((banned.user as unknown as { banned_until: string }).banned_until).getTime();
    expect(Math.abs(until - Date.now() - 5_400_000)).toBeLessThan(60_000);
    expect((await signIn(user.email)).error?.code).toBe('user_banned');
    const refresh = () =>
      server.client().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect((await refresh()).error?.code).toBe('user_banned');
    await admin().updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn(user.email)).error).toBeNull();
    expect((await refresh()).error).toBeNull();
  });

  test('is refused for an unknown id, invalid input, and an address that is taken', async () => {
    expect((await admin().updateUserById(randomUUID(), {})).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    });
    const { id } = await made();
    const taken = await admin().updateUserById(id, { email: 'member@lakou.test' });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
    expect((await server.request('/admin/users/x', { headers })).status).toBe(404);
  });
});

describe('deleting an account', () => {
  test('removes it with all dependent rows', async () => {
    const user = await made();
    const { data } = await signIn(user.email);
    expect((await admin().deleteUser(user.id)).error).toBeNull();
    expect((await admin().getUserById(user.id)).error?.code).toBe('user_not_found');
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    expect((await server.request('/user', { headers })).status).toBe(403);
    expect((await signIn(user.email)).error?.code).toBe('invalid_credentials');
    expect((await admin().deleteUser(user.id)).error?.status).toBe(404);
  });

  test('softly keeps the row without personal data, and frees the address', async () => {
    const user = await made({ phone: '+50938000003', user_metadata: { full_name: 'Kache M' } });
    const { data } = await signIn(user.email);
    expect((await admin().deleteUser(user.id, true)).error).toBeNull();
    const { data: kept } = await admin().getUserById(user.id);
    expect(kept.user).toMatchObject({ id: user.id, deleted_at: expect.any(String), user_metadata: {} });
    const [row] = await server.database.query(
      `select to_jsonb(u)::text || (select jsonb_agg(i)::text from auth.identities i where user_id = u.id) as everything
       from auth.users u where id = $1`,
      [user.id],
    );
    for (const trace of [user.email, '50938000003', 'Kache', 'argon2']) {
      expect(JSON.stringify(row)).not.toContain(trace);
    }
    expect((await signIn(user.email)).error?.code).toBe('invalid_credentials');
    const refreshed = await server
      .client()
      .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(refreshed.error).toBeTruthy();
    expect((await admin().createUser({ email: user.email })).error).toBeNull();
    expect((await admin().deleteUser(user.id, true)).error).toBeNull();
  });

  test('is refused where database rules forbid it', async () => {
    const { error } = await admin().deleteUser('a0000000-0000-4000-8000-000000000001');
    expect(error).toMatchObject({ status: 500, message: 'Database error deleting user' });
    expect((await signIn('admin@lakou.test', DEMO_PASSWORD)).error).toBeNull();
  });
});

describe('an invitation', () => {
  test('signs its recipient in, who then chooses a password', async () => {
    const email = newEmailAddress();
    const { data, error } = await admin().inviteUserByEmail(email, {
      data: { full_name: 'Envite Nou' },
      redirectTo: `${server.url}/welcome`,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
    const { link } = server.mail.last(email);
    expect(link.searchParams.get('type')).toBe('invite');
    const page = await follow(link);
    expect(page.pathname).toBe('/welcome');
    const { access_token = '', refresh_token = '' } = fragmentOf(page);
    const client = server.client();
    await client.auth.setSession({ access_token, refresh_token });
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn(email)).error).toBeNull();
    expect((await admin().inviteUserByEmail(email)).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect((await admin().inviteUserByEmail('')).error?.code).toBe('validation_failed');
  });

  test('drops the password that a stranger had set for the address', async () => {
    const email = newEmailAddress();
    await server.client().auth.signUp({ email, password });
    expect((await admin().inviteUserByEmail(email)).error).toBeNull();
    await follow(server.mail.last(email).link);
    expect((await signIn(email)).error?.code).toBe('invalid_credentials');
  });
});

describe('a generated link', () => {
  const properties = async (params: Parameters<ReturnType<typeof admin>['generateLink']>[0]) => {
    const { data, error } = await admin().generateLink(params);
    if (error) throw error;
    return { ...data.properties, user: data.user };
  };

  test.each(['magiclink', 'recovery'] as const)(
    'of type %s signs in by link, hash and code',
    async (type) => {
      const { email, id } = await made();
      const options = { redirectTo: `${server.url}/films` };
      const sent = server.mail.to(email).length;
      const link = await properties({ type, email, options });
      expect(link).toMatchObject({
        verification_type: type,
        redirect_to: `${server.url}/films`,
        user: { id },
      });
      const page = await follow(link.action_link);
      expect(page.pathname).toBe('/films');
      expect(decodeJwt(fragmentOf(page).access_token ?? '').sub).toBe(id);
      const { hashed_token } = await properties({ type, email });
      const byHash = await server.client().auth.verifyOtp({ token_hash: hashed_token, type });
      expect(byHash.data.user?.id).toBe(id);
      const { email_otp } = await properties({ type, email });
      const byCode = await server.client().auth.verifyOtp({ email, token: email_otp, type });
      expect(byCode.data.user?.id).toBe(id);
      expect(server.mail.to(email)).toHaveLength(sent);
    },
  );

  test('of type signup creates the account, which the link confirms', async () => {
    const email = newEmailAddress();
    const link = await properties({
      type: 'signup',
      email,
      password,
      options: { data: { full_name: 'Nèf' } },
    });
    expect(link.user).toMatchObject({ email, user_metadata: { full_name: 'Nèf' } });
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed');
    await follow(link.action_link);
    expect((await signIn(email)).error).toBeNull();
    const { error } = await admin().generateLink({ type: 'signup', email, password });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('of type magiclink for an unknown address is a sign-up', async () => {
    const email = newEmailAddress();
    const link = await properties({ type: 'magiclink', email });
    expect(link.verification_type).toBe('signup');
    expect(fragmentOf(await follow(link.action_link)).access_token).toBeTruthy();
  });

  test('of type invite creates the account without sending an email', async () => {
    const email = newEmailAddress();
    const link = await properties({ type: 'invite', email });
    expect(link.user).toMatchObject({ invited_at: expect.any(String) });
    expect(server.mail.to(email)).toEqual([]);
    expect(fragmentOf(await follow(link.action_link)).type).toBe('invite');
  });

  test('of both address change types changes the address', async () => {
    const { email, id } = await made();
    const newEmail = newEmailAddress();
    const first = await properties({ type: 'email_change_current', email, newEmail });
    const second = await properties({ type: 'email_change_new', email, newEmail });
    await follow(first.action_link);
    expect((await admin().getUserById(id)).data.user?.email).toBe(email);
    await follow(second.action_link);
    expect((await admin().getUserById(id)).data.user?.email).toBe(newEmail);
  });

  test('is refused for foreign redirects, unknown accounts and unknown types', async () => {
    const { email } = await made();
    const link = await properties({
      type: 'magiclink',
      email,
      options: { redirectTo: 'https://evil.example/' },
    });
    expect(new URL(link.redirect_to).origin).toBe(server.url);
    expect(link.action_link).not.toContain('evil');
    const nobody = await admin().generateLink({ type: 'recovery', email: newEmailAddress() });
    expect(nobody.error).toMatchObject({ status: 404, code: 'user_not_found' });
    const unknown = await admin().generateLink({ type: 'constructor' as 'recovery', email });
    expect(unknown.error?.code).toBe('validation_failed');
    const taken = await admin().generateLink({
      type: 'email_change_new',
      email,
      newEmail: 'member@lakou.test',
    });
    expect(taken.error?.code).toBe('email_exists');
  });
});

describe('an admin', () => {
  test('signs a member out everywhere with that member’s token', async () => {
    const { email } = await made();
    const [one, two] = [(await signIn(email)).data.session, (await signIn(email)).data.session];
    expect((await admin().signOut(one?.access_token ?? '', 'others')).error).toBeNull();
    const user = (token = '') => server.request('/user', { headers: { authorization: `Bearer ${token}` } });
    expect((await user(two?.access_token)).status).toBe(403);
    expect((await admin().signOut(one?.access_token ?? '')).error).toBeNull();
    expect((await user(one?.access_token)).status).toBe(403);
  });

  test('removes a member’s factor', async () => {
    const { email, id: userId } = await made();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password });
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'lost' });
    const secret = factor?.type === 'totp' ? factor.totp.secret : '';
    const code = totpCode(secret);
    await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
    const { data } = await admin().mfa.listFactors({ userId });
    expect(data?.factors).toMatchObject([{ id: factor?.id, status: 'verified', friendly_name: 'lost' }]);
    expect(JSON.stringify(data)).not.toContain(secret);
    const other = await made();
    const foreign = await admin().mfa.deleteFactor({ userId: other.id, id: factor?.id ?? '' });
    expect(foreign.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    const deleted = await admin().mfa.deleteFactor({ userId, id: factor?.id ?? '' });
    expect(deleted.error).toBeNull();
    expect(JSON.stringify(deleted.data)).not.toContain(secret);
    expect((await admin().mfa.listFactors({ userId })).data?.factors).toEqual([]);
    const { data: session } = await client.auth.refreshSession();
    expect(decodeJwt(session.session!.access_token).aal).toBe('aal1');
  });

  test('is recorded in the auth audit log', async () => {
    const { id } = await made();
    await admin().deleteUser(id);
    const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
    const response = await server.request('/admin/audit?per_page=2', { headers });
    expect(await response.json()).toMatchObject([
      { payload: { action: 'user_deleted', actor_username: 'service_role', traits: { user_id: id } } },
      { payload: { action: 'user_signedup', traits: { user_id: id } } },
    ]);
    expect(Number(response.headers.get('x-total-count'))).toBeGreaterThan(1);
  });
});
