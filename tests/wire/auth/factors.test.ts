import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';

let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmEmail: false, phone: true });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const password = 'yon ti chat nwa';

async function member() {
  const client = server.client();
  const email = `${randomUUID().slice(0, 8)}@egzanp.test`;
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  return { client, email, id: data.user.id, session: data.session };
}

async function signedIn(email: string) {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
}

async function enrolled(client: SupabaseClient, friendlyName = 'my phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

async function guarded() {
  const person = await member();
  const factor = await enrolled(person.client);
  // The next step's code stays unused; either is valid even when a step ends in between.
  const code = totpCode(factor.secret);
  const { data, error } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (error) throw error;
  return { ...person, factor, raised: data, firstCode: code };
}

/** A code that is wrong in this step, the one before and the one after. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const refresh = (refresh_token: string) =>
  server.request('/token?grant_type=refresh_token', { json: { refresh_token } });

describe('enrolling an authenticator app', () => {
  test('returns its secret as QR code, text and URI', async () => {
    const { client, email } = await member();
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'my phone',
      issuer: 'Lakou',
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'my phone', id: expect.any(String) });
    const { qr_code = '', secret = '', uri = '' } = data?.totp ?? {};
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*<\/svg>\s*$/);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(decodeURIComponent(address.pathname)).toContain(`Lakou:${email}`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      issuer: 'Lakou',
      digits: '6',
      period: '30',
    });
    const [row] = await server.database.query('select secret, status from auth.mfa_factors where id = $1', [
      data?.id,
    ]);
    expect(row).toEqual({ secret, status: 'unverified' });
  });

  test('does not raise the session’s level before it is verified', async () => {
    const { client } = await member();
    await enrolled(client);
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ status: 'unverified', factor_type: 'totp', friendly_name: 'my phone' }],
    });
  });

  test('is refused under a name that is taken, of an unknown kind, and past the limit', async () => {
    const { client, session } = await member();
    await enrolled(client);
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'my phone' });
    expect(again.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 });
    const request = (json: object) => server.request('/factors', { json, ...bearer(session.access_token) });
    expect((await (await request({ factor_type: 'palm' })).json()).error_code).toBe('validation_failed');
    const more = await Promise.all(Array.from({ length: 12 }, () => request({ factor_type: 'totp' })));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(more.find(({ status }) => status !== 200)?.status).toBe(422);
    expect((await server.request('/factors', { json: { factor_type: 'totp' } })).status).toBe(401);
  });
});

describe('a verified app', () => {
  test('raises the session to aal2, with new tokens that carry the method', async () => {
    const { client, session, raised, factor } = await guarded();
    const claims = decodeJwt(raised.access_token);
    const before = decodeJwt(session.access_token);
    expect(claims).toMatchObject({ aal: 'aal2', session_id: before.session_id, sub: before.sub });
    expect((claims.amr as { method: string }[]).map(({ method }) => method).sort()).toEqual([
      'password',
      'totp',
    ]);
    expect(raised.refresh_token).not.toBe(session.refresh_token);
    expect(raised.user.factors).toMatchObject([{ id: factor.id, status: 'verified', factor_type: 'totp' }]);
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data: later } = await client.auth.refreshSession();
    expect(decodeJwt(later.session!.access_token)).toMatchObject({ aal: 'aal2', amr: claims.amr });
    expect(JSON.stringify(later.user)).not.toContain(factor.secret);
  });

  test('accepts the old refresh token of another tab for the raised session', async () => {
    const { session, raised } = await guarded();
    const answer = await (await refresh(session.refresh_token)).json();
    expect(answer.refresh_token).toBe(raised.refresh_token);
  });

  test('ends the sessions that stayed at aal1', async () => {
    const { client, email, session } = await member();
    const other = await signedIn(email);
    const factor = await enrolled(client);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret) });
    expect((await refresh(other.session.refresh_token)).status).toBe(400);
    expect((await server.request('/user', bearer(other.session.access_token))).status).toBe(403);
    expect((await server.request('/user', bearer(session.access_token))).status).toBe(200);
  });

  test('is required at the next sign-in', async () => {
    const { email, factor } = await guarded();
    const { client } = await signedIn(email);
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totpCode(factor.secret, 1),
    });
    expect(error).toBeNull();
    const { data: raised } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(raised).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  });

  test('protects password and address against a session at aal1', async () => {
    const { email } = await guarded();
    const { client } = await signedIn(email);
    const { error } = await client.auth.updateUser({ password: 'yon lòt ti chat' });
    expect(error?.code).toBe('insufficient_aal');
  });

  test('cannot be removed or complemented below aal2', async () => {
    const { email, factor, client: owner } = await guarded();
    const { client } = await signedIn(email);
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 403,
    });
    const more = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'the thief’s' });
    expect(more.error).toMatchObject({ code: 'insufficient_aal', status: 403 });
    expect((await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error).toBeNull();
  });

  test('cannot be bypassed by a factor that a thief enrolled before it', async () => {
    const { client, email } = await member();
    const thief = await signedIn(email);
    const { data: theirs } = await thief.client.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+50937110000',
    });
    const factor = await enrolled(client);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret) });
    const back = await signedIn(email);
    const factorId = theirs?.id ?? '';
    const refused = { code: 'insufficient_aal', status: 403 };
    expect((await back.client.auth.mfa.challenge({ factorId })).error).toMatchObject(refused);
    const challengeId = randomUUID();
    const { error } = await back.client.auth.mfa.verify({ factorId, challengeId, code: '123456' });
    expect(error).toMatchObject(refused);
  });

  test('can be removed, which lowers the sessions it had raised', async () => {
    const { client, factor } = await guarded();
    const { data, error } = await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: factor.id });
    const { data: refreshed } = await client.auth.refreshSession();
    const claims = decodeJwt(refreshed.session!.access_token);
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    expect(refreshed.user?.factors ?? []).toEqual([]);
  });

  test('that is one of two ends the sessions it had raised when it is removed, except the one that removes it', async () => {
    const { client, email, factor } = await guarded();
    const { client: other } = await signedIn(email);
    await other.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totpCode(factor.secret, 1) });
    const second = await enrolled(client, 'second');
    await client.auth.mfa.challengeAndVerify({ factorId: second.id, code: totpCode(second.secret) });
    expect((await other.auth.getUser()).error).toBeNull();
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    expect((await other.auth.getUser()).error).not.toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal2', role: 'authenticated' });
  });
});

describe('a code', () => {
  test('is valid one step early or late, but no more', async () => {
    for (const [steps, right] of [
      [-3, false],
      [-1, true],
      [1, true],
      [3, false],
    ] as const) {
      const { client } = await member();
      const { id: factorId, secret } = await enrolled(client);
      await earlyInStep();
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret, steps) });
      expect([steps, error?.code]).toEqual([steps, right ? undefined : 'mfa_verification_failed']);
    }
  });

  test('that was used is refused the second time, in any session', async () => {
    const { email, factor, firstCode, client: owner } = await guarded();
    const again = await owner.auth.mfa.challengeAndVerify({ factorId: factor.id, code: firstCode });
    expect(again.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    const { client } = await signedIn(email);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: firstCode });
    expect(error?.code).toBe('mfa_verification_failed');
  });

  test('sent ten times at once is accepted once', async () => {
    const { client, session } = await member();
    const { id, secret } = await enrolled(client);
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () => client.auth.mfa.challenge({ factorId: id })),
    );
    const code = totpCode(secret);
    const answers = await Promise.all(
      challenges.map(({ data }) =>
        server.request(`/factors/${id}/verify`, {
          json: { challenge_id: data?.id, code },
          ...bearer(session.access_token),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is refused after five wrong tries at one challenge, even if it is right', async () => {
    const { client } = await member();
    const { id: factorId, secret } = await enrolled(client);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    const attempt = (code: string) =>
      client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await attempt(wrongCode(secret))).error?.code).toBe('mfa_verification_failed');
    }
    expect((await attempt(totpCode(secret))).error).toMatchObject({
      code: 'mfa_challenge_expired',
      status: 422,
    });
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull();
  });

  test('cannot be guessed with ever new challenges', async () => {
    const { client } = await member();
    const { id: factorId, secret } = await enrolled(client);
    const codes = new Set<string | undefined>();
    for (let tries = 0; tries < 16; tries += 1) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: wrongCode(secret) });
      codes.add(error?.code);
    }
    expect([...codes]).toEqual(['mfa_verification_failed', 'over_request_rate_limit']);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) });
    expect(error?.status).toBe(429);
  });

  test('of the wrong format is refused', async () => {
    const { client } = await member();
    const { id: factorId } = await enrolled(client);
    for (const code of ['', 'abcdef', '12345', '1234567']) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect(error?.code).toBe('mfa_verification_failed');
    }
  });
});

describe('a challenge', () => {
  test('is valid for five minutes and once', async () => {
    const { client } = await member();
    const { id: factorId, secret } = await enrolled(client);
    const { data: challenge } = await client.auth.mfa.challenge({ factorId });
    expect(challenge).toMatchObject({ type: 'totp' });
    expect(challenge!.expires_at - Date.now() / 1000).toBeGreaterThan(200);
    const attempt = (challengeId: string, steps: number) =>
      client.auth.mfa.verify({ factorId, challengeId, code: totpCode(secret, steps) });
    const { data: late } = await client.auth.mfa.challenge({ factorId });
    await server.database.query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
      [late?.id],
    );
    expect((await attempt(late?.id ?? '', 0)).error?.code).toBe('mfa_challenge_expired');
    expect((await attempt(challenge?.id ?? '', 0)).error).toBeNull();
    expect((await attempt(challenge?.id ?? '', 1)).error?.code).toBe('mfa_challenge_expired');
    expect((await attempt(randomUUID(), 1)).error).toMatchObject({
      code: 'mfa_factor_not_found',
      status: 422,
    });
    expect((await attempt('nonsense', 1)).error?.code).toBe('validation_failed');
  });

  test('of one factor is not valid for another', async () => {
    const { client } = await member();
    const [one, two] = [await enrolled(client, 'one'), await enrolled(client, 'two')];
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: one.id });
    const { error } = await client.auth.mfa.verify({
      factorId: two.id,
      challengeId: challenge?.id ?? '',
      code: totpCode(two.secret),
    });
    expect(error?.code).toBe('mfa_factor_not_found');
  });
});

describe('another member’s factor', () => {
  test('cannot be seen or used', async () => {
    const { factor } = await guarded();
    const { client } = await member();
    const expected = { code: 'mfa_factor_not_found', status: 404 };
    expect((await client.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject(expected);
    const verified = await client.auth.mfa.verify({
      factorId: factor.id,
      challengeId: randomUUID(),
      code: totpCode(factor.secret),
    });
    expect(verified.error).toMatchObject(expected);
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject(expected);
    expect((await client.auth.mfa.unenroll({ factorId: 'nonsense' })).error?.status).toBe(404);
  });
});

describe('a phone', () => {
  const textedTo = (phone: string) =>
    /\d{6}/.exec(server.texts.filter(({ to }) => to === phone).at(-1)?.text ?? '')?.[0] ?? '';

  test('gets a code that raises the session', async () => {
    const { client } = await member();
    const { data: factor, error } = await client.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+50937000001',
    });
    expect(error).toBeNull();
    expect(factor).toMatchObject({ type: 'phone', phone: '50937000001' });
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor?.id ?? '' });
    const code = textedTo('50937000001');
    const attempt = (code: string) =>
      client.auth.mfa.verify({ factorId: factor?.id ?? '', challengeId: challenge?.id ?? '', code });
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await attempt(wrong)).error?.code).toBe('mfa_verification_failed');
    const { data, error: refused } = await attempt(code);
    expect(refused).toBeNull();
    const amr = decodeJwt(data?.access_token ?? '').amr as { method: string }[];
    expect(amr.map(({ method }) => method).sort()).toEqual(['mfa/phone', 'password']);
    expect((await attempt(code)).error?.code).toBe('mfa_challenge_expired');
    const stored = await server.database.query('select otp_code from auth.mfa_challenges where id = $1', [
      challenge?.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain(code);
    const again = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+50937000001' });
    expect(again.error?.code).toBe('mfa_verified_factor_exists');
  });

  test('that was not verified can be enrolled again', async () => {
    const { client } = await member();
    const enrol = () => client.auth.mfa.enroll({ factorType: 'phone', phone: '+50937000002' });
    expect((await enrol()).error).toBeNull();
    expect((await enrol()).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
    const { session } = await member();
    const response = await server.request('/factors', {
      json: { factor_type: 'phone' },
      ...bearer(session.access_token),
    });
    expect((await response.json()).error_code).toBe('validation_failed');
  });

  test('is refused where no SMS provider is configured', async () => {
    await using mute = await startAuthServer({ confirmEmail: false });
    const client = mute.client();
    await client.auth.signUp({ email: 'anyès@egzanp.test', password });
    const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+50937000003' });
    expect(error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled', status: 422 });
  });
});
