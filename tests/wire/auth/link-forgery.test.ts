import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addFactor,
  ageSession,
  guardedMember,
  plainMember,
  sessionOf,
  signInWithPassword,
} from '../../support/guarded-member.ts';
import { follow, queryOf } from '../../support/oauth-journey.ts';
import { OAuthProvider } from '../../support/oauth-provider.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({ providers: provider.settings, confirmEmail: false });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});
beforeEach(() => {
  const email = `${randomUUID().slice(0, 8)}@google.test`;
  provider.person = { sub: randomUUID(), email, email_verified: true, name: 'Solanj Ipolit' };
});

const ownerOf = async (sub: string) => {
  const [row] = await server.database.query<{ user_id: string }>(
    'select user_id from auth.identities where provider_id = $1',
    [sub],
  );
  return row?.user_id;
};

/** The address that linkIdentity returns, which opens the provider's page. */
async function linkUrl(client: Awaited<ReturnType<typeof plainMember>>['client'], name = 'google' as const) {
  const { data, error } = await client.auth.linkIdentity({ provider: name });
  if (error) throw error;
  return data.url ?? '';
}

/** The person who opens the address signs in at the provider and comes back. */
const open = async (url: string) => queryOf(await follow(await follow(url)));
const redeem = (body: object, headers: Record<string, string> = {}) =>
  server.request('/token?grant_type=pkce', { json: body, headers });

describe('somebody who opens another member’s link address', () => {
  test('does not put their provider account into that member’s account', async () => {
    const attacker = await plainMember(server);
    const { code } = await open(await linkUrl(attacker.client));
    expect(await ownerOf(provider.person.sub)).toBeUndefined();
    expect(code).toEqual(expect.any(String));
    // The victim’s browser lands on our page with the code, but has no verifier for it.
    const answer = await redeem({ auth_code: code, code_verifier: 'x'.repeat(43) });
    expect((await answer.json()).error_code).toBe('bad_code_verifier');
    expect(await ownerOf(provider.person.sub)).toBeUndefined();
  });

  test('does not do so without PKCE either: such a link is refused at its start', async () => {
    const { client } = await plainMember(server, 'implicit');
    const { error } = await client.auth.linkIdentity({ provider: 'google' });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });
});

describe('the session that began a link', () => {
  test('completes it with the code, keeps its id and level, and other tabs keep working', async () => {
    const { client, id } = await guardedMember(server);
    const before = await sessionOf(client);
    const { code } = await open(await linkUrl(client));
    const { data, error } = await client.auth.exchangeCodeForSession(code ?? '');
    expect(error).toBeNull();
    expect(data.user?.identities?.map((identity) => identity.provider)).toEqual(['email', 'google']);
    expect(await ownerOf(provider.person.sub)).toBe(id);
    const claims = (await client.auth.getClaims()).data?.claims;
    expect(claims).toMatchObject({ aal: 'aal2', role: 'authenticated' });
    const tab = await server.request('/token?grant_type=refresh_token', {
      json: { refresh_token: before.refresh_token },
    });
    expect(tab.status).toBe(200);
    const [{ count } = { count: 0 }] = await server.database.query<{ count: number }>(
      'select count(*)::integer as count from auth.sessions where user_id = $1',
      [id],
    );
    expect(count).toBe(1);
  });

  test('cannot complete it after it has ended', async () => {
    const { client, id } = await plainMember(server);
    const { code } = await open(await linkUrl(client));
    await server.database.query('delete from auth.sessions where user_id = $1', [id]);
    const { error } = await client.auth.exchangeCodeForSession(code ?? '');
    expect(error?.name).toBe('AuthSessionMissingError');
    expect(await ownerOf(provider.person.sub)).toBeUndefined();
  });

  test('cannot complete it once the account has a second factor that it has not shown', async () => {
    const { client, email } = await plainMember(server);
    const { code } = await open(await linkUrl(client));
    const { client: owner } = await signInWithPassword(server, email);
    await addFactor(owner);
    const { error } = await client.auth.exchangeCodeForSession(code ?? '');
    expect(error?.name).toBe('AuthSessionMissingError');
    expect(await ownerOf(provider.person.sub)).toBeUndefined();
  });

  test('is the only one: the token of another session is refused, even with the verifier', async () => {
    const [attacker, victim] = [await plainMember(server), await plainMember(server)];
    const verifier = 'v'.repeat(64);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const begun = await server.request(
      `/user/identities/authorize?provider=google&skip_http_redirect=true&code_challenge_method=s256&code_challenge=${challenge}`,
      { headers: { authorization: `Bearer ${(await sessionOf(attacker.client)).access_token}` } },
    );
    const { code } = await open((await begun.json()).url);
    const answer = await redeem(
      { auth_code: code, code_verifier: verifier },
      { authorization: `Bearer ${(await sessionOf(victim.client)).access_token}` },
    );
    expect(answer.status).toBe(403);
    expect(await ownerOf(provider.person.sub)).toBeUndefined();
  });

  test('redeems a code once', async () => {
    const { client, id } = await plainMember(server);
    const { code } = await open(await linkUrl(client));
    expect((await client.auth.exchangeCodeForSession(code ?? '')).error).toBeNull();
    expect(await ownerOf(provider.person.sub)).toBe(id);
    expect((await client.auth.exchangeCodeForSession(code ?? '')).error).not.toBeNull();
  });

  test('has to be recently authenticated', async () => {
    const { client } = await plainMember(server);
    await ageSession(server, client);
    const { error } = await client.auth.linkIdentity({ provider: 'google' });
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const token = await provider.idToken(provider.person);
    expect((await client.auth.linkIdentity({ provider: 'google', token })).error?.code).toBe(
      'reauthentication_needed',
    );
  });
});
