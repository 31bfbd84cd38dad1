import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addPasskey,
  newMember,
  pageOrigin,
  signInWithPasskey,
  signInWithPassword,
} from '../../support/passkey-people.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';
import { stubWebAuthn } from '../../support/webauthn-browser.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false, siteName: 'Lakou' });
});
afterAll(() => server?.[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllGlobals());

describe('a member', () => {
  test('registers a passkey and signs in with it without naming the account', async () => {
    const { client, id, authenticator } = await newMember(server);
    const browser = server.client();
    stubWebAuthn(authenticator);
    const added = await client.auth.registerPasskey();
    expect(added).toEqual({
      data: { id: expect.any(String), friendly_name: 'Passkey', created_at: expect.stringMatching(/Z$/) },
      error: null,
    });
    const { data, error } = await browser.auth.signInWithPasskey();
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(id);
    // As in GoTrue, a passkey alone is the first level; the token names it.
    expect(decodeJwt(data!.session!.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
    expect((await browser.auth.getUser()).data.user?.id).toBe(id);
    const { data: passkeys } = await browser.auth.passkey.list();
    expect(passkeys).toEqual([
      { ...added.data, last_used_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    expect((await browser.auth.refreshSession()).error).toBeNull();
  });

  test('is asked for a key that finds the account by itself and verifies its user', async () => {
    const { client, id, email } = await newMember(server);
    const { data } = await client.auth.passkey.startRegistration();
    expect(data?.options).toMatchObject({
      rp: { id: 'localhost', name: 'Lakou' },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 200);
    const { data: request } = await server.client().auth.passkey.startAuthentication();
    expect(request?.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(request?.options.allowCredentials ?? []).toEqual([]);
    expect(request?.options.challenge).not.toBe(data?.options.challenge);
  });

  test('renames and removes passkeys; a removed one no longer signs in', async () => {
    const person = await newMember(server);
    const { data: passkey } = await addPasskey(person);
    const renamed = await person.client.auth.passkey.update({
      passkeyId: passkey!.id,
      friendlyName: ' Telefòn ',
    });
    expect(renamed.data).toMatchObject({ id: passkey!.id, friendly_name: 'Telefòn' });
    for (const friendlyName of ['', '   ', 'x'.repeat(121)]) {
      const { error } = await person.client.auth.passkey.update({ passkeyId: passkey!.id, friendlyName });
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    }
    expect(await person.client.auth.passkey.delete({ passkeyId: passkey!.id })).toEqual({
      data: null,
      error: null,
    });
    expect((await person.client.auth.passkey.list()).data).toEqual([]);
    const after = await signInWithPasskey(server, person.authenticator);
    expect(after.error).toMatchObject({ code: 'webauthn_credential_not_found', status: 400 });
    const actions = await server.database.query<{ action: string }>(
      `select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = $1
         and payload ->> 'action' like 'passkey%' order by created_at`,
      [person.id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'passkey_created',
      'passkey_updated',
      'passkey_deleted',
    ]);
  });

  test('is told by e-mail that a passkey was added and removed', async () => {
    const person = await newMember(server);
    const subjects = () => server.mail.to(person.email).map(({ subject }) => subject);
    const before = subjects().length;
    const { data } = await addPasskey(person);
    await vi.waitFor(() => expect(subjects()).toHaveLength(before + 1));
    await person.client.auth.passkey.delete({ passkeyId: data!.id });
    await vi.waitFor(() => expect(subjects()).toHaveLength(before + 2));
  });

  test('cannot add the same authenticator twice, nor more passkeys than allowed', async () => {
    const person = await newMember(server);
    await addPasskey(person);
    const again = await person.client.auth.passkey.startRegistration();
    expect(again.data?.options.excludeCredentials).toEqual([
      { id: person.authenticator.credentials[0]!.id, type: 'public-key' },
    ]);
    await expect(addPasskey(person)).rejects.toThrow('already registered');
    const others = Array.from({ length: 14 }, () => new SoftwareAuthenticator(pageOrigin(server)));
    const more = await Promise.all(others.map((authenticator) => addPasskey({ ...person, authenticator })));
    const refused = more.filter(({ error }) => error);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.error).toMatchObject({ code: 'too_many_passkeys', status: 422 });
    expect((await person.client.auth.passkey.list()).data).toHaveLength(10);
  });

  test('cannot see, rename or remove the passkey of another member', async () => {
    const [owner, stranger] = [await newMember(server), await newMember(server)];
    const { data } = await addPasskey(owner);
    const notFound = { code: 'validation_failed', status: 404, message: 'Passkey not found' };
    expect((await stranger.client.auth.passkey.list()).data).toEqual([]);
    expect(
      (await stranger.client.auth.passkey.update({ passkeyId: data!.id, friendlyName: 'mine' })).error,
    ).toMatchObject(notFound);
    expect((await stranger.client.auth.passkey.delete({ passkeyId: data!.id })).error).toMatchObject(
      notFound,
    );
    expect((await owner.client.auth.passkey.list()).data).toHaveLength(1);
  });

  test('who signed in long ago has to prove who they are before passkeys change', async () => {
    const person = await newMember(server);
    const { data } = await addPasskey(person);
    const { data: pending } = await person.client.auth.passkey.startRegistration();
    await server.database.query(
      `update auth.mfa_amr_claims a set updated_at = now() - interval '2 days', created_at = now() - interval '2 days'
       from auth.sessions s where s.id = a.session_id and s.user_id = $1`,
      [person.id],
    );
    const needed = { code: 'reauthentication_needed', status: 400 };
    const { client } = person;
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(needed);
    const credential = new SoftwareAuthenticator(pageOrigin(server)).create(pending!.options);
    const verified = { challengeId: pending!.challenge_id, credential } as never;
    expect((await client.auth.passkey.verifyRegistration(verified)).error).toMatchObject(needed);
    expect((await client.auth.passkey.delete({ passkeyId: data!.id })).error).toMatchObject(needed);
    expect((await client.auth.passkey.list()).data).toHaveLength(1);
  });
});

describe('an account with a second factor', () => {
  async function guarded() {
    const person = await newMember(server);
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' });
    await earlyInStep();
    const code = totpCode(data!.totp!.secret, -1);
    const { error } = await person.client.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
    if (error) throw error;
    return { ...person, factorId: data!.id, secret: data!.totp!.secret };
  }

  test('is signed in halfway by a passkey, and fully after the second factor', async () => {
    const person = await guarded();
    await addPasskey(person);
    const { client, error } = await signInWithPasskey(server, person.authenticator);
    expect(error).toBeNull();
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect((await client.auth.passkey.list()).error).toMatchObject({ code: 'insufficient_aal', status: 403 });
    await earlyInStep();
    const code = totpCode(person.secret);
    const raised = await client.auth.mfa.challengeAndVerify({ factorId: person.factorId, code });
    expect(raised.error).toBeNull();
    expect(
      (decodeJwt(raised.data!.access_token).amr as { method: string }[]).map(({ method }) => method),
    ).toEqual(expect.arrayContaining(['passkey', 'totp']));
  });

  test('gets no passkey and loses none through a session that knows only the password', async () => {
    const person = await guarded();
    const { data } = await addPasskey(person);
    const { data: pending } = await person.client.auth.passkey.startRegistration();
    const half = await signInWithPassword(server, person.email);
    const refused = { code: 'insufficient_aal', status: 403 };
    const credential = new SoftwareAuthenticator(pageOrigin(server)).create(pending!.options);
    const answers = [
      await half.auth.passkey.startRegistration(),
      await half.auth.passkey.verifyRegistration({ challengeId: pending!.challenge_id, credential } as never),
      await half.auth.passkey.update({ passkeyId: data!.id, friendlyName: 'mine' }),
      await half.auth.passkey.delete({ passkeyId: data!.id }),
      await half.auth.passkey.list(),
    ];
    for (const { error } of answers) expect(error).toMatchObject(refused);
    expect((await person.client.auth.passkey.list()).data).toMatchObject([{ friendly_name: 'Passkey' }]);
  });
});

describe('an admin’s program', () => {
  const service = () => ({ headers: { authorization: `Bearer ${server.keys.serviceKey}` } });

  test('lists and removes the passkeys of any account, which nobody else can', async () => {
    const person = await newMember(server);
    const { data } = await addPasskey(person);
    const { createClient } = await import('@supabase/supabase-js');
    const { auth } = createClient(server.url, server.keys.serviceKey, { auth: { persistSession: false } });
    expect((await auth.admin.passkey.listPasskeys({ userId: person.id })).data).toEqual([data]);
    const stranger = await newMember(server);
    const path = `/admin/users/${person.id}/passkeys`;
    const as = { headers: { authorization: `Bearer ${stranger.session.access_token}` } };
    expect((await server.request(path, as)).status).toBe(403);
    expect((await server.request(`${path}/${data!.id}`, { ...as, method: 'DELETE' })).status).toBe(403);
    const elsewhere = `/admin/users/${stranger.id}/passkeys/${data!.id}`;
    expect((await server.request(elsewhere, { ...service(), method: 'DELETE' })).status).toBe(404);
    const removed = await auth.admin.passkey.deletePasskey({ userId: person.id, passkeyId: data!.id });
    expect(removed).toEqual({ data: null, error: null });
    expect((await person.client.auth.passkey.list()).data).toEqual([]);
  });

  test.each([true, false])(
    'deletes an account (softly: %s) with its passkeys',
    async (should_soft_delete) => {
      const person = await newMember(server);
      await addPasskey(person);
      await person.client.auth.passkey.startRegistration();
      const deletion = { ...service(), method: 'DELETE', json: { should_soft_delete } };
      expect((await server.request(`/admin/users/${person.id}`, deletion)).status).toBe(200);
      const [left] = await server.database.query(
        `select (select count(*) from auth.webauthn_credentials where user_id = $1)
         + (select count(*) from auth.webauthn_challenges where user_id = $1) as rows`,
        [person.id],
      );
      expect(left).toEqual({ rows: 0 });
      const { error } = await signInWithPasskey(server, person.authenticator);
      expect(error).toMatchObject({ code: 'webauthn_credential_not_found' });
    },
  );
});

test('the settings say whether passkeys work at this address', async () => {
  const { url } = server.settings;
  const answer = async () => (await (await server.request('/settings')).json()).passkeys_enabled;
  expect(await answer()).toBe(true);
  try {
    for (const [address, enabled] of [
      ['https://lakou.example', true],
      ['http://lakou.example', false],
      ['https://192.0.2.7', false],
      ['https://[2001:db8::1]', false],
    ] as const) {
      server.settings.url = address;
      expect([address, await answer()]).toEqual([address, enabled]);
    }
    server.settings.url = 'http://lakou.example';
    const { error } = await server.client().auth.passkey.startAuthentication();
    expect(error).toMatchObject({ code: 'passkey_disabled', status: 404 });
  } finally {
    server.settings.url = url;
  }
});
