import { randomUUID } from 'node:crypto';
import type { SupabaseClient, UserIdentity } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { follow, queryOf } from '../../support/oauth-journey.ts';
import { OAuthProvider } from '../../support/oauth-provider.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({
    providers: provider.settings,
    anonymousSignIn: true,
    confirmEmail: false,
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});

const password = 'yon ti chat nwa';
beforeEach(() => {
  const email = `${randomUUID().slice(0, 8)}@google.test`;
  provider.person = { sub: randomUUID(), email, email_verified: true, name: 'Solanj Ipolit' };
});

async function member(flowType: 'pkce' | 'implicit' = 'pkce') {
  const client = server.client({ flowType });
  const email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  const { data, error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  return { client, email, id: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

/** Links through the browser: to the provider and back, where the client redeems the code. */
async function link(client: SupabaseClient, name: 'google' | 'facebook' = 'google') {
  const { data, error } = await client.auth.linkIdentity({ provider: name });
  if (error) throw error;
  expect(data.url).toContain(provider.url);
  const page = await follow(await follow(data.url ?? ''));
  return client.auth.exchangeCodeForSession(queryOf(page).code ?? '');
}

async function identitiesOf(client: SupabaseClient): Promise<UserIdentity[]> {
  const { data, error } = await client.auth.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

describe('a member', () => {
  test('links a provider under another address, and signs in with it afterwards', async () => {
    const { client, id, email } = await member();
    expect((await link(client)).data.user?.id).toBe(id);
    const identities = await identitiesOf(client);
    expect(identities.map((identity) => identity.provider)).toEqual(['email', 'google']);
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    });
    const { data } = await server.client().auth.signInWithIdToken({
      provider: 'google',
      token: await provider.idToken(provider.person),
    });
    expect(data.user?.id).toBe(id);
  });

  test('links with an ID token from an app', async () => {
    const { client, id } = await member();
    const { data, error } = await client.auth.linkIdentity({
      provider: 'google',
      token: await provider.idToken(provider.person),
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect(await identitiesOf(client)).toHaveLength(2);
  });

  test('reads their own identities', async () => {
    const { token, id } = await member();
    const headers = { authorization: `Bearer ${token}` };
    const { identities } = await (await server.request('/user/identities', { headers })).json();
    expect(identities).toMatchObject([{ provider: 'email', user_id: id, identity_id: expect.any(String) }]);
    expect((await server.request('/user/identities')).status).toBe(401);
  });

  test('cannot link what is linked already, to themselves or to somebody else', async () => {
    const first = await member();
    await link(first.client);
    expect((await link(first.client)).error).toMatchObject({
      code: 'identity_already_exists',
      message: 'Identity is already linked',
    });
    const second = await member();
    expect((await link(second.client)).error).toMatchObject({
      status: 422,
      code: 'identity_already_exists',
      message: 'Identity is already linked to another user',
    });
    const { error } = await second.client.auth.linkIdentity({
      provider: 'google',
      token: await provider.idToken(provider.person),
    });
    expect(error).toMatchObject({ code: 'identity_already_exists', status: 422 });
    expect(await identitiesOf(second.client)).toHaveLength(1);
  });

  test('unlinks one of two, and never the last', async () => {
    const { client } = await member();
    await link(client);
    const [mail, google] = await identitiesOf(client);
    expect((await client.auth.unlinkIdentity(google!)).error).toBeNull();
    expect(await identitiesOf(client)).toMatchObject([{ identity_id: mail?.identity_id }]);
    expect((await client.auth.getUser()).data.user?.app_metadata.providers).toEqual(['email']);
    expect((await client.auth.unlinkIdentity(mail!)).error).toMatchObject({
      code: 'single_identity_not_deletable',
      status: 422,
    });
  });

  test('keeps one identity when both are unlinked at the same moment', async () => {
    const { client } = await member();
    await link(client);
    const both = await identitiesOf(client);
    const answers = await Promise.all(both.map((identity) => client.auth.unlinkIdentity(identity)));
    expect(answers.map(({ error }) => error?.code).sort()).toEqual([
      'single_identity_not_deletable',
      undefined,
    ]);
    expect(await identitiesOf(client)).toHaveLength(1);
  });

  test('who unlinks the email identity loses the password and keeps the address', async () => {
    const { client, email } = await member();
    await link(client);
    const [mail] = await identitiesOf(client);
    expect((await client.auth.unlinkIdentity(mail!)).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    for (const name of [email, provider.person.email ?? '']) {
      const { error } = await server.client().auth.signInWithPassword({ email: name, password });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  test('cannot unlink another member’s identity, or an unknown one', async () => {
    const [one, two] = [await member(), await member()];
    await link(one.client);
    const [theirs] = await identitiesOf(two.client);
    expect((await one.client.auth.unlinkIdentity(theirs!)).error?.code).toBe('identity_not_found');
    expect((await one.client.auth.unlinkIdentity({ ...theirs!, identity_id: 'x' })).error?.status).toBe(404);
    expect(await identitiesOf(two.client)).toHaveLength(1);
  });
});

describe('an anonymous user', () => {
  test('becomes a member with the provider’s verified address', async () => {
    const client = server.client({ flowType: 'pkce' });
    const { data } = await client.auth.signInAnonymously();
    await link(client);
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: provider.person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
    });
  });

  test('does not get an address that belongs to another account', async () => {
    await server.client().auth.signUp({ email: provider.person.email ?? '', password });
    const client = server.client({ flowType: 'pkce' });
    await client.auth.signInAnonymously();
    expect((await link(client)).error?.code).toBe('email_exists');
    expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true);
  });
});

describe('linking', () => {
  test('needs a session and a configured provider', async () => {
    expect((await server.request('/user/identities/authorize?provider=google')).status).toBe(401);
    const headers = { authorization: `Bearer ${(await member()).token}` };
    const response = await server.request('/user/identities/authorize?provider=myspace', { headers });
    expect([response.status, (await response.json()).error_code]).toEqual([400, 'validation_failed']);
  });

  test('fails when the account was deleted meanwhile', async () => {
    const { client, id } = await member();
    const { data } = await client.auth.linkIdentity({ provider: 'google' });
    await server.database.query('delete from auth.users where id = $1', [id]);
    const page = await follow(await follow(data.url ?? ''));
    expect(queryOf(page).error_code).toBe('session_not_found');
  });

  test('can be turned off', async () => {
    server.settings.manualLinking = false;
    try {
      const { client } = await member();
      const { error } = await client.auth.linkIdentity({ provider: 'google' });
      expect(error).toMatchObject({ code: 'manual_linking_disabled', status: 404 });
      const [mail] = await identitiesOf(client);
      expect((await client.auth.unlinkIdentity(mail!)).error?.code).toBe('manual_linking_disabled');
      const token = await provider.idToken(provider.person);
      const byToken = await client.auth.linkIdentity({ provider: 'google', token });
      expect(byToken.error?.code).toBe('manual_linking_disabled');
    } finally {
      server.settings.manualLinking = true;
    }
  });
});
