import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuth } from '../../../platform/src/auth/create-auth.ts';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addFactor,
  ageSession,
  GUARDED_PASSWORD,
  guardedMember,
  plainMember,
  sessionOf,
  signInWithPassword,
} from '../../support/guarded-member.ts';
import { follow, queryOf } from '../../support/oauth-journey.ts';
import { OAuthProvider } from '../../support/oauth-provider.ts';
import { until } from '../../support/realtime-client.ts';
import { totpCode } from '../../support/totp-code.ts';

let server: AuthTestServer;
const provider = new OAuthProvider();
beforeAll(async () => {
  await provider.start();
  server = await startAuthServer({ providers: provider.settings, confirmEmail: false, phone: true });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.stop();
});
beforeEach(() => {
  const email = `${randomUUID().slice(0, 8)}@google.test`;
  provider.person = { sub: randomUUID(), email, email_verified: true, name: 'Solanj Ipolit' };
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const isReported = (email: string, subject: string) =>
  until(() => server.mail.to(email).some((mail) => mail.subject === subject), `“${subject}” to ${email}`);

/** Links Google through the browser. */
async function link(client: Awaited<ReturnType<typeof plainMember>>['client']) {
  const { data, error } = await client.auth.linkIdentity({ provider: 'google' });
  if (error) return error;
  const { code } = queryOf(await follow(await follow(data.url ?? '')));
  return (await client.auth.exchangeCodeForSession(code ?? '')).error;
}

/** Everything a half signed-in session can use: what completes or abandons its sign-in. */
const COMPLETES_SIGN_IN = new Set([
  'GET /user',
  'POST /logout',
  'POST /factors/:factor_id/challenge',
  'POST /factors/:factor_id/verify',
]);

describe('somebody with only the password of an account that has a second factor', () => {
  test('gets nothing from any route, except what completes the sign-in', async () => {
    const { email, factorId, id } = await guardedMember(server);
    const { session } = await signInWithPassword(server, email);
    const { routes } = createAuth({
      database: server.database,
      keys: server.keys,
      verifier: { verify: () => Promise.reject(new Error('not used')) },
      settings: server.settings,
      mail: { send: async () => {}, checkConnection: async () => {} },
    });
    const asked = async (method: string, path: string, token: string) => {
      const answer = await server.request(path, { method, headers: bearer(token) });
      // Without what differs by chance: ids, challenges, times.
      const text = (await answer.text()).replace(/[\w-]{36,}|\d{10}/g, '');
      return { code: (/"error_code":"(\w+)"/.exec(text) ?? [])[1], text: `${answer.status} ${text}` };
    };
    const named = routes.filter(({ path, method }) => path !== '/*' && method !== 'ALL');
    expect(named.length).toBeGreaterThan(35);
    for (const { method, path } of named) {
      if (COMPLETES_SIGN_IN.has(`${method} ${path}`)) continue;
      const address = path
        .replace(':factor_id', factorId)
        .replace(':user_id', id)
        .replace(/:\w+/g, randomUUID());
      const half = await asked(method, address, session.access_token);
      const visitor = await asked(method, address, server.keys.anonKey);
      const isRefused = half.code === 'insufficient_aal' || half.code === 'not_admin';
      expect([method, path, isRefused || half.text]).toEqual([method, path, isRefused || visitor.text]);
    }
  });

  test('sees of the account only its address and factors', async () => {
    const { client: owner, email, factorId } = await guardedMember(server);
    await owner.auth.updateUser({ data: { full_name: 'Anayiz Dorval' } });
    const { client, session } = await signInWithPassword(server, email);
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email, factors: [{ id: factorId }], identities: [] });
    const shown = JSON.stringify([data.user, session.user, decodeJwt(session.access_token)]);
    expect(shown).not.toContain('Anayiz');
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal1', aal_needed: 'aal2', role: 'anon' });
  });

  test('cannot change the account: provider, password, address, phone, metadata, factors, sessions', async () => {
    const { client: owner, email, factorId } = await guardedMember(server);
    await link(owner);
    const { data: linked } = await owner.auth.getUserIdentities();
    const { client } = await signInWithPassword(server, email);
    const token = await provider.idToken({ ...provider.person, sub: randomUUID() });
    const { auth } = client;
    const refusals = [
      (await auth.linkIdentity({ provider: 'google' })).error,
      (await auth.linkIdentity({ provider: 'google', token })).error,
      (await auth.unlinkIdentity(linked!.identities[0]!)).error,
      (await auth.updateUser({ password: 'yon lòt modpas', current_password: GUARDED_PASSWORD })).error,
      (await auth.updateUser({ email: `thief-${email}` })).error,
      (await auth.updateUser({ phone: '50937112233' })).error,
      (await auth.updateUser({ data: { full_name: 'thief' } })).error,
      (await auth.mfa.unenroll({ factorId })).error,
      (await auth.mfa.enroll({ factorType: 'totp' })).error,
      (await auth.reauthenticate()).error,
      (await auth.admin.signOut((await sessionOf(client)).access_token, 'others')).error,
    ];
    expect(refusals.map((error) => error?.code)).toEqual(refusals.map(() => 'insufficient_aal'));
    expect((await owner.auth.getUserIdentities()).data?.identities).toHaveLength(2);
  });

  test('stays half signed in after a refresh, and signs out only themselves', async () => {
    const { client: owner, email } = await guardedMember(server);
    const { client } = await signInWithPassword(server, email);
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal1', aal_needed: 'aal2' });
    expect((await client.auth.updateUser({ data: { a: 1 } })).error?.code).toBe('insufficient_aal');
    await client.auth.signOut({ scope: 'global' });
    expect((await owner.auth.getUser()).error).toBeNull();
  });

  test('is half signed in also when the first factor is verified while they sign in', async () => {
    const { email, id } = await plainMember(server);
    let signIn: ReturnType<typeof signInWithPassword> | undefined;
    await server.database.transaction(async (transaction) => {
      await transaction.query('select id from auth.users where id = $1 for update', [id]);
      signIn = signInWithPassword(server, email);
      // Embedded, the sign-in waits for the whole transaction.
      let isWaiting = process.env.TEST_DATABASE !== 'postgres';
      while (!isWaiting) {
        const waiting = await server.database.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        isWaiting = waiting.length > 0;
      }
      await transaction.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
         values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), 'x')`,
        [id],
      );
    });
    const { session } = await signIn!;
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal1', aal_needed: 'aal2' });
  });

  test('is a full session after the factor is shown', async () => {
    const { email, factorId, secret } = await guardedMember(server);
    const { client } = await signInWithPassword(server, email);
    const code = totpCode(secret, 1);
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    const claims = decodeJwt((await sessionOf(client)).access_token);
    expect(claims).toMatchObject({ aal: 'aal2', role: 'authenticated' });
    expect(claims).not.toHaveProperty('aal_needed');
    expect((await client.auth.updateUser({ data: { a: 1 } })).error).toBeNull();
  });
});

describe('a recovery link', () => {
  const recover = async (email: string) => {
    const client = server.client();
    await client.auth.resetPasswordForEmail(email);
    const { code } = server.mail.lastWithCode(email);
    const { error } = await client.auth.verifyOtp({ email, token: code, type: 'recovery' });
    if (error) throw error;
    return client;
  };

  test('sets a new password without the old one', async () => {
    const { email } = await plainMember(server);
    const client = await recover(email);
    expect((await client.auth.updateUser({ password: 'yon nouvo modpas' })).error).toBeNull();
  });

  test('asks for the second factor before the new password', async () => {
    const { email, factorId, secret } = await guardedMember(server);
    const client = await recover(email);
    const early = await client.auth.updateUser({ password: 'yon nouvo modpas' });
    expect(early.error?.code).toBe('insufficient_aal');
    await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret, 1) });
    expect((await client.auth.updateUser({ password: 'yon nouvo modpas' })).error).toBeNull();
  });
});

describe('an open session whose sign-in is long ago', () => {
  const oldSession = async () => {
    const person = await guardedMember(server);
    await link(person.client);
    await ageSession(server, person.client);
    return person;
  };

  test('cannot change the ways into the account, also after a refresh', async () => {
    const { client, email, factorId } = await oldSession();
    await client.auth.refreshSession();
    const { data: linked } = await client.auth.getUserIdentities();
    const refusals = [
      await link(client),
      (await client.auth.unlinkIdentity(linked!.identities[0]!)).error,
      (await client.auth.updateUser({ password: 'yon lòt modpas' })).error,
      (await client.auth.updateUser({ email: `thief-${email}` })).error,
      (await client.auth.updateUser({ phone: '50937112244' })).error,
      (await client.auth.mfa.unenroll({ factorId })).error,
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'the thief’s' })).error,
    ];
    expect(refusals.map((error) => error?.code)).toEqual(refusals.map(() => 'reauthentication_needed'));
    expect((await client.auth.updateUser({ data: { language: 'ht' } })).error).toBeNull();
  });

  test('can do so after the password, the emailed code or the second factor', async () => {
    const unlinks = async (client: Awaited<ReturnType<typeof oldSession>>['client']) => {
      const { data } = await client.auth.getUserIdentities();
      const google = data!.identities.find((identity) => identity.provider === 'google');
      return (await client.auth.unlinkIdentity(google!)).error?.code;
    };
    const byPassword = await oldSession();
    const { error } = await byPassword.client.auth.updateUser({ current_password: GUARDED_PASSWORD });
    expect(error).toBeNull();
    expect(await unlinks(byPassword.client)).toBeUndefined();

    provider.person = { ...provider.person, sub: randomUUID() };
    const byCode = await oldSession();
    await byCode.client.auth.reauthenticate();
    const { code: nonce } = server.mail.last(byCode.email);
    expect((await byCode.client.auth.updateUser({ nonce })).error).toBeNull();
    expect(await unlinks(byCode.client)).toBeUndefined();

    provider.person = { ...provider.person, sub: randomUUID() };
    const { client, factorId, secret } = await oldSession();
    await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret, 1) });
    expect(await unlinks(client)).toBeUndefined();
  });

  test('changes its password with the old one, and not with a wrong one', async () => {
    const { client } = await oldSession();
    const change = (current_password: string) =>
      client.auth.updateUser({ password: 'yon lòt modpas', current_password });
    expect((await change('yon move modpas')).error).toMatchObject({
      status: 422,
      code: 'current_password_mismatch',
    });
    expect((await client.auth.updateUser({ password: 'yon lòt modpas' })).error?.code).toBe(
      'reauthentication_needed',
    );
    expect((await change(GUARDED_PASSWORD)).error).toBeNull();
  });
});

describe('a change to the ways into an account', () => {
  test('is reported by email: linked and unlinked provider, password, factor', async () => {
    const { client, email } = await plainMember(server);
    await link(client);
    await isReported(email, 'A new way to sign in was connected');
    const { data } = await client.auth.getUserIdentities();
    const mail = data!.identities.find((identity) => identity.provider === 'email');
    await client.auth.updateUser({ password: 'yon lòt modpas' });
    await isReported(email, 'Your password was changed');
    const { factorId } = await addFactor(client);
    await isReported(email, 'Two-factor sign-in was turned on');
    await client.auth.mfa.unenroll({ factorId });
    await isReported(email, 'A second factor was removed');
    await client.auth.unlinkIdentity(mail!);
    await isReported(email, 'A way to sign in was disconnected');
    // The address stayed, although the remaining identity has another one.
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('is reported to the previous address when the address changes', async () => {
    const { client, email } = await plainMember(server);
    const next = `nouvo-${email}`;
    await client.auth.updateUser({ email: next });
    for (const address of [email, next]) {
      const { code } = server.mail.last(address);
      await server.client().auth.verifyOtp({ email: address, token: code, type: 'email_change' });
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
    await isReported(email, 'Your address was changed');
    expect(server.mail.to(next).map((sent) => sent.subject)).not.toContain('Your address was changed');
  });

  test('is reported when a sign-in with a provider connects itself by the address', async () => {
    const { email } = await plainMember(server);
    const token = await provider.idToken({ ...provider.person, email, email_verified: true });
    expect((await server.client().auth.signInWithIdToken({ provider: 'google', token })).error).toBeNull();
    await isReported(email, 'A new way to sign in was connected');
  });
});
