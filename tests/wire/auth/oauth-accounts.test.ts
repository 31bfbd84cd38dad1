import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { follow, queryOf, travel } from '../../support/oauth-journey.ts';
import { OAuthProvider } from '../../support/oauth-provider.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({ providers: provider.settings, phone: true });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});

const password = 'yon ti chat nwa';
let email = '';
beforeEach(() => {
  email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  provider.faults = {};
  provider.person = { sub: randomUUID(), email, email_verified: true, name: 'Anayiz Klèsin' };
});

async function journey(name: 'google' | 'facebook') {
  const client = server.client({ flowType: 'pkce' });
  const { data } = await client.auth.signInWithOAuth({ provider: name });
  const page = await travel(data.url ?? '');
  const { code } = queryOf(page);
  if (!code) return { page, user: undefined, client };
  const { data: session, error } = await client.auth.exchangeCodeForSession(code);
  if (error) throw error;
  return { page, user: session.user, client };
}

/** Registers the address with a password; `confirmed`: also follows the emailed link. */
async function register(confirmed: boolean) {
  const { data, error } = await server.client().auth.signUp({
    email,
    password,
    options: { data: { full_name: 'Yon Lòt Moun' } },
  });
  if (error) throw error;
  if (confirmed) await follow(server.mail.last(email).link);
  return data.user?.id ?? '';
}

const withPassword = () => server.client().auth.signInWithPassword({ email, password });

describe('a person with a Google account', () => {
  test('signs in to the account with the same confirmed address, which keeps its password', async () => {
    const id = await register(true);
    const { user } = await journey('google');
    expect(user?.id).toBe(id);
    expect(user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] });
    expect(user?.identities?.map((identity) => identity.provider)).toEqual(['email', 'google']);
    expect((await withPassword()).error).toBeNull();
  });

  test('takes over an unconfirmed account with the same address, and its creator loses access', async () => {
    const id = await register(false);
    const { link, code } = server.mail.last(email);
    await server.client().auth.resetPasswordForEmail(email);
    const recovery = server.mail.last(email).link;
    const { user } = await journey('google');
    expect(user?.id).toBe(id);
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Anayiz Klèsin' },
      identities: [{ provider: 'google' }],
    });
    expect((await withPassword()).error?.code).toBe('invalid_credentials');
    for (const old of [link, recovery]) {
      const page = await follow(old);
      expect(page.hash).toContain('otp_expired');
    }
    const { error } = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error?.code).toBe('otp_expired');
  });

  test('does not sign in to an account that confirmed only a phone', async () => {
    const id = await register(false);
    await server.database.query(
      `update auth.users set phone = $2, phone_confirmed_at = now() where id = $1`,
      [id, '50937001234'],
    );
    const { page, user } = await journey('google');
    expect(user).toBeUndefined();
    expect(queryOf(page).error_code).toBe('email_exists');
  });

  test('with an address that Google has not verified gets no existing account', async () => {
    const id = await register(true);
    provider.person.email_verified = false;
    const { user } = await journey('google');
    expect(user?.id).not.toBe(id);
    expect(user?.email).toBe('');
    expect((await withPassword()).data.user?.identities).toHaveLength(1);
  });

  test('keeps an account whose address changed at Google', async () => {
    const { user } = await journey('google');
    provider.person.email = `new-${email}`;
    const { user: later } = await journey('google');
    expect(later?.id).toBe(user?.id);
    expect(later?.email).toBe(email);
    expect(later?.identities?.[0]?.identity_data?.email).toBe(`new-${email}`);
  });

  test('gets one account when signing in several times at the same moment', async () => {
    const journeys = await Promise.all(Array.from({ length: 6 }, () => journey('google')));
    const accounts = new Set(journeys.map(({ user }) => user?.id));
    expect(accounts.size).toBe(1);
    expect([...accounts][0]).toBeTruthy();
  });

  test('is linked once to an existing account when signing in several times at the same moment', async () => {
    const id = await register(true);
    const journeys = await Promise.all(Array.from({ length: 6 }, () => journey('google')));
    expect(journeys.map(({ user }) => user?.id)).toEqual(journeys.map(() => id));
    expect(journeys[0]?.user?.identities).toHaveLength(2);
  });

  test('does not sign in to a soft-deleted account', async () => {
    const { user } = await journey('google');
    await server.database.query('update auth.users set deleted_at = now() where id = $1', [user?.id]);
    const { page, user: nobody } = await journey('google');
    expect(nobody).toBeUndefined();
    expect(queryOf(page).error_code).toBe('user_not_found');
  });
});

describe('an address from Facebook, which does not say whether it is verified', () => {
  test('does not sign in to an existing account', async () => {
    const id = await register(true);
    const { user } = await journey('facebook');
    expect(user?.id).not.toBe(id);
    expect((await withPassword()).data.user?.identities).toHaveLength(1);
    expect(server.mail.to(email).at(-1)?.subject).toBe('You already have an account');
  });

  test('does not take over an unconfirmed account', async () => {
    const id = await register(false);
    const { user } = await journey('facebook');
    expect(user?.id).not.toBe(id);
  });

  test('is confirmed by the emailed link', async () => {
    const { user, client } = await journey('facebook');
    expect(user).toMatchObject({ email: '', app_metadata: { provider: 'facebook' } });
    await follow(server.mail.last(email).link);
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    const { user: later } = await journey('facebook');
    expect(later?.id).toBe(user?.id);
  });

  test('does not prevent its owner from registering', async () => {
    const { user } = await journey('facebook');
    const id = await register(true);
    expect(id).not.toBe(user?.id);
    expect((await withPassword()).error).toBeNull();
    // The link of the first email is not valid any more.
    const page = await follow(server.mail.to(email).map(linkIn)[0] ?? '');
    expect(page.hash).toContain('email_exists');
  });

  test('does not fail the sign-in when the email cannot be sent', async () => {
    const { user } = await server.mail.whileDown(() => journey('facebook'));
    expect(user?.email).toBe('');
  });

  test('is trusted where the setting says so', async () => {
    const { facebook } = server.settings.providers;
    server.settings.providers.facebook = { ...provider.settings.facebook, trustAddresses: true };
    try {
      const id = await register(true);
      expect((await journey('facebook')).user?.id).toBe(id);
    } finally {
      if (facebook) server.settings.providers.facebook = facebook;
    }
  });

  test('needs no confirmation where the setting is off, unless it is taken', async () => {
    server.settings.confirmEmail = false;
    try {
      expect((await journey('facebook')).user?.email).toBe(email);
      provider.person = { ...provider.person, sub: randomUUID() };
      expect((await journey('facebook')).user?.email).toBe('');
    } finally {
      server.settings.confirmEmail = true;
    }
  });
});

function linkIn({ text }: { text?: string | undefined }): string {
  return /https?:\/\/\S+\/auth\/v1\/verify\?\S+/.exec(text ?? '')?.[0] ?? '';
}
