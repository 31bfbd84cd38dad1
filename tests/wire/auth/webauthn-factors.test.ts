import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import {
  addPasskey,
  newMember,
  type Person,
  pageOrigin,
  signInWithPassword,
} from '../../support/passkey-people.ts';
import { type Lies, SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';
import { stubWebAuthn } from '../../support/webauthn-browser.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false });
});
afterAll(() => server?.[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllGlobals());

const FAILED = { code: 'webauthn_verification_failed', status: 400 };

/** The three requests of a ceremony as the client sends them, with an authenticator that can lie. */
async function showKey(
  client: SupabaseClient,
  authenticator: SoftwareAuthenticator,
  factorId: string,
  lies?: Lies,
) {
  const { data: current } = await client.auth.getSession();
  const as = { headers: { authorization: `Bearer ${current.session?.access_token}` } };
  const webauthn = { rpId: 'localhost', rpOrigins: [authenticator.origin] };
  const challenge = await server.request(`/factors/${factorId}/challenge`, {
    ...as,
    json: { factorId, webauthn },
  });
  const { id: challenge_id, webauthn: shown, ...rest } = await challenge.json();
  if (!challenge.ok) return { status: challenge.status, ...rest };
  const { publicKey } = shown.credential_options;
  const credential_response =
    shown.type === 'create' ? authenticator.create(publicKey, lies) : authenticator.get(publicKey, lies);
  const json = { challenge_id, webauthn: { ...webauthn, type: shown.type, credential_response } };
  const answer = await server.request(`/factors/${factorId}/verify`, { ...as, json });
  return { status: answer.status, as, json, ...(await answer.json()) };
}

async function enroll({ client }: Pick<Person, 'client'>, friendlyName = 'Blue key'): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (error) throw error;
  return data.id;
}

/** A member whose account asks for a security key after the password. */
async function guarded() {
  const person = await newMember(server);
  const factorId = await enroll(person);
  const raised = await showKey(person.client, person.authenticator, factorId);
  expect(raised.status).toBe(200);
  await person.client.auth.setSession(raised);
  return { ...person, factorId };
}

describe('a security key as second factor', () => {
  test('is set up and asked for at the next sign-in, through the client’s own methods', async () => {
    const person = await newMember(server);
    const { client, email } = person;
    stubWebAuthn(person.authenticator);
    const registered = await client.auth.mfa.webauthn.register({ friendlyName: 'Blue key' });
    expect(registered.error).toBeNull();
    expect(decodeJwt(registered.data!.access_token)).toMatchObject({ aal: 'aal2' });
    const { data: factors } = await client.auth.mfa.listFactors();
    expect(factors?.webauthn).toMatchObject([{ friendly_name: 'Blue key', status: 'verified' }]);
    expect(JSON.stringify(factors)).not.toContain('publicKey');
    vi.unstubAllGlobals();
    const half = await signInWithPassword(server, email);
    const level = await half.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    stubWebAuthn(person.authenticator);
    const factorId = factors!.webauthn[0]!.id;
    const shown = await half.auth.mfa.webauthn.authenticate({ factorId });
    expect(shown.error).toBeNull();
    const claims = decodeJwt(shown.data!.access_token);
    expect(claims.aal).toBe('aal2');
    expect((claims.amr as { method: string }[]).map(({ method }) => method).toSorted()).toEqual([
      'mfa/webauthn',
      'password',
    ]);
    const removed = await half.auth.mfa.unenroll({ factorId });
    expect(removed.error).toBeNull();
  });

  test('works through the client’s single steps, too', async () => {
    const { client, authenticator } = await newMember(server);
    stubWebAuthn(authenticator);
    const webauthn = { rpId: 'localhost', rpOrigins: [authenticator.origin] };
    const { data: factor } = await client.auth.mfa.webauthn.enroll({ friendlyName: 'Key' });
    const created = await client.auth.mfa.webauthn.challenge({ factorId: factor!.id, webauthn });
    expect(created.error).toBeNull();
    const first = await client.auth.mfa.webauthn.verify({
      factorId: factor!.id,
      challengeId: created.data!.challengeId,
      webauthn: { ...webauthn, ...created.data!.webauthn } as never,
    });
    expect(first.error).toBeNull();
    const asked = await client.auth.mfa.challenge({ factorId: factor!.id, webauthn });
    expect(asked.data).toMatchObject({ type: 'webauthn', webauthn: { type: 'request' } });
    const credential_response = (await navigator.credentials.get(
      (asked.data as { webauthn: { credential_options: object } }).webauthn.credential_options,
    )) as never;
    const again = await client.auth.mfa.verify({
      factorId: factor!.id,
      challengeId: asked.data!.id,
      webauthn: { ...webauthn, type: 'request', credential_response },
    });
    expect(again.error).toBeNull();
  });

  test('is asked for by its own id, with or without a PIN', async () => {
    const { client, authenticator, factorId } = await guarded();
    const webauthn = { rpId: 'localhost' };
    const { data: current } = await client.auth.getSession();
    const as = { headers: { authorization: `Bearer ${current.session?.access_token}` } };
    const challenge = await server.request(`/factors/${factorId}/challenge`, { ...as, json: { webauthn } });
    expect(await challenge.json()).toMatchObject({
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'request',
        credential_options: {
          publicKey: {
            rpId: 'localhost',
            userVerification: 'preferred',
            allowCredentials: [{ id: authenticator.credentials[0]!.id, type: 'public-key' }],
          },
        },
      },
    });
  });

  test('need not verify its user, because the password came first', async () => {
    const { email, authenticator, factorId } = await guarded();
    const half = await signInWithPassword(server, email);
    const lies = { flags: { verified: false } };
    expect((await showKey(half, authenticator, factorId, lies)).status).toBe(200);
  });

  test('is reported by e-mail when it is added', async () => {
    const { email } = await guarded();
    await vi.waitFor(() => expect(server.mail.to(email).length).toBeGreaterThan(0));
  });

  test('stands beside an authenticator app: either completes the sign-in', async () => {
    const { client, email, authenticator, factorId } = await guarded();
    const { data: app } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
    const showApp = async (browser: SupabaseClient, steps: number) => {
      await earlyInStep();
      const code = totpCode(app!.totp!.secret, steps);
      return (await browser.auth.mfa.challengeAndVerify({ factorId: app!.id, code })).error;
    };
    expect(await showApp(client, -1)).toBeNull();
    expect(await showApp(await signInWithPassword(server, email), 0)).toBeNull();
    const half = await signInWithPassword(server, email);
    expect((await showKey(half, authenticator, factorId)).status).toBe(200);
  });
});

describe('a second factor is not accepted', () => {
  test.each<[string, Lies]>([
    ['from another site', { origin: 'https://lakou.example' }],
    ['for another relying party', { rpId: 'lakou.example' }],
    ['without anybody present', { flags: { present: false } }],
    ['inside a frame', { crossOrigin: true }],
    ['with a wrong signature', { signature: Buffer.alloc(70) }],
    ['to another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with the answer to a registration', { type: 'webauthn.create' }],
    ['under the id of another credential', { id: 'AAAA' }],
  ])('%s', async (_, lies) => {
    const { email, authenticator, factorId } = await guarded();
    const half = await signInWithPassword(server, email);
    const answer = await showKey(half, authenticator, factorId, lies);
    expect([answer.status, answer.error_code]).toEqual([FAILED.status, FAILED.code]);
  });

  test('twice with one answer, nor in another session of the same account', async () => {
    const { email, authenticator, factorId } = await guarded();
    const half = await signInWithPassword(server, email);
    const first = await showKey(half, authenticator, factorId);
    expect(first.status).toBe(200);
    const again = await server.request(`/factors/${factorId}/verify`, { ...first.as, json: first.json });
    expect(again.status).toBe(422);
    const [one, other] = [await signInWithPassword(server, email), await signInWithPassword(server, email)];
    const bearer = async (client: SupabaseClient) => ({
      headers: { authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}` },
    });
    const webauthn = { rpId: 'localhost' };
    const asked = await server.request(`/factors/${factorId}/challenge`, {
      ...(await bearer(one)),
      json: { webauthn },
    });
    const { id, webauthn: shown } = await asked.json();
    const credential_response = authenticator.get(shown.credential_options.publicKey);
    const json = { challenge_id: id, webauthn: { ...webauthn, type: 'request', credential_response } };
    const path = `/factors/${factorId}/verify`;
    expect((await server.request(path, { ...(await bearer(other)), json })).status).toBe(422);
    expect((await server.request(path, { ...(await bearer(one)), json })).status).toBe(200);
  });

  test('when the key is that of another member', async () => {
    const [victim, attacker] = [await guarded(), await guarded()];
    const half = await signInWithPassword(server, victim.email);
    const other = await showKey(half, attacker.authenticator, attacker.factorId);
    expect([other.status, other.error_code]).toEqual([404, 'mfa_factor_not_found']);
    const [target] = victim.authenticator.credentials;
    attacker.authenticator.credentials[0]!.id = target!.id;
    const posing = await showKey(half, attacker.authenticator, victim.factorId);
    expect([posing.status, posing.error_code]).toEqual([FAILED.status, FAILED.code]);
  });

  test('when the client names another relying party or origin', async () => {
    const { client, factorId } = await guarded();
    for (const webauthn of [
      { rpId: 'lakou.example' },
      { rpId: 'localhost', rpOrigins: ['https://lakou.example'] },
      { rpId: 'localhost', rpOrigins: [pageOrigin(server), 'https://lakou.example'] },
      { rpId: 'localhost', rpOrigins: 'https://lakou.example' },
      { rpId: ['localhost'] },
    ]) {
      const { error } = await client.auth.mfa.challenge({ factorId, webauthn: webauthn as never });
      expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
    }
  });

  test('when it is new and only the password was shown', async () => {
    const person = await guarded();
    const second = await enroll(person, 'Second key');
    const half = await signInWithPassword(server, person.email);
    expect((await half.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'x' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    });
    const attackers = new SoftwareAuthenticator(pageOrigin(server));
    const answer = await showKey(half, attackers, second);
    expect([answer.status, answer.error_code]).toEqual([403, 'insufficient_aal']);
  });

  test('when a registration answers the challenge of a verified factor', async () => {
    const { email, factorId } = await guarded();
    const half = await signInWithPassword(server, email);
    const attackers = new SoftwareAuthenticator(pageOrigin(server));
    const token = (await half.auth.getSession()).data.session?.access_token;
    const as = { headers: { authorization: `Bearer ${token}` } };
    const webauthn = { rpId: 'localhost' };
    const asked = await server.request(`/factors/${factorId}/challenge`, { ...as, json: { webauthn } });
    const { id, webauthn: shown } = await asked.json();
    const { challenge } = shown.credential_options.publicKey;
    const user = { id: '', name: '' };
    const credential_response = attackers.create({ challenge, rp: { id: 'localhost' }, user });
    const json = { challenge_id: id, webauthn: { ...webauthn, type: 'create', credential_response } };
    const answer = await server.request(`/factors/${factorId}/verify`, { ...as, json });
    expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'validation_failed']);
  });

  test('when the device is already a passkey of the account, nor the other way round', async () => {
    const person = await newMember(server);
    await addPasskey(person);
    const factorId = await enroll(person);
    await expect(showKey(person.client, person.authenticator, factorId)).rejects.toThrow(
      'already registered',
    );
    const other = await guarded();
    await expect(addPasskey(other)).rejects.toThrow('already registered');
  });
});
