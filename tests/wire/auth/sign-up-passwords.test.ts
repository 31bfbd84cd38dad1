import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

/** Whose password opens an account for which several people signed up: that of the person who confirms the address. */
let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ confirmationPage: '/confirm' });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const STRANGERS = 'modpas vòlè a';
const OWNERS = 'modpas mèt la';
let number = 0;
const newEmailAddress = () => `pwopriyetè${++number}@egzanp.test`;

/** A browser that keeps its PKCE secret. */
function newBrowser() {
  const verifier = randomBytes(56).toString('hex');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge: { code_challenge, code_challenge_method: 's256' } };
}

const signUp = (email: string, password: string, fields: object = {}) =>
  server.request('/signup', { json: { email, password, ...fields } });

const tokenIn = (email: string) => {
  const text = server.mail.to(email).at(-1)?.text ?? '';
  return /[?#&]token(?:_hash)?=([^&\s]+)/.exec(text)?.[1] ?? '';
};

const confirm = async (fields: object) => {
  const response = await server.request('/verify', { json: { type: 'signup', ...fields } });
  return (await response.json()) as { access_token?: string; error_code?: string };
};

const signInCode = async (email: string, password: string) => {
  const response = await server.request('/token?grant_type=password', { json: { email, password } });
  const body = (await response.json()) as { access_token?: string; error_code?: string };
  return body.access_token ? 'signed in' : body.error_code;
};

describe('a stranger who signs up with somebody’s address', () => {
  test.each([
    ['before the owner', ['stranger', 'owner']],
    ['after the owner', ['owner', 'stranger']],
    ['before and after the owner', ['stranger', 'owner', 'stranger']],
  ])('%s cannot sign in once the owner has confirmed in the browser that signed up', async (_name, order) => {
    const email = newEmailAddress();
    const browser = newBrowser();
    for (const who of order) {
      await (who === 'owner'
        ? signUp(email, OWNERS, { ...browser.challenge, data: { full_name: 'Mèt La' } })
        : signUp(email, STRANGERS, { ...newBrowser().challenge, data: { full_name: 'Vòlè A' } }));
    }
    const { access_token } = await confirm({ token_hash: tokenIn(email), code_verifier: browser.verifier });
    expect(access_token).toBeTruthy();
    expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
    expect(await signInCode(email, OWNERS)).toBe('signed in');
    const { data } = await server.client().auth.getUser(access_token);
    expect(data.user?.user_metadata.full_name).toBe('Mèt La');
  });

  test.each([
    ['by link', (email: string) => ({ token_hash: tokenIn(email) })],
    ['by typed code', (email: string) => ({ email, token: server.mail.last(email).code })],
  ])('cannot sign in once an owner who never signed up has confirmed %s', async (_name, proof) => {
    for (const fields of [{}, newBrowser().challenge]) {
      const email = newEmailAddress();
      await signUp(email, STRANGERS, fields);
      const { access_token = '' } = await confirm(proof(email));
      expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
      // The owner chooses the password.
      const headers = { authorization: `Bearer ${access_token}` };
      const chosen = await server.request('/user', { method: 'PUT', json: { password: OWNERS }, headers });
      expect(chosen.status).toBe(200);
      expect(await signInCode(email, OWNERS)).toBe('signed in');
    }
  });

  test('cannot sign in after the owner has followed a link of GoTrue’s kind', async () => {
    const email = newEmailAddress();
    await signUp(email, STRANGERS);
    await server.request(`/verify?type=signup&token=${tokenIn(email)}`);
    expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
  });

  test('cannot sign in after asking for the email again', async () => {
    const email = newEmailAddress();
    const browser = newBrowser();
    await signUp(email, OWNERS, browser.challenge);
    await signUp(email, STRANGERS);
    await server.request('/resend', { json: { email, type: 'signup' } });
    await confirm({ token_hash: tokenIn(email), code_verifier: browser.verifier });
    expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
    expect(await signInCode(email, OWNERS)).toBe('signed in');
  });

  test('cannot sign in after an admin has invited the owner', async () => {
    for (const confirmationPage of ['/confirm', undefined]) {
      server.settings.confirmationPage = confirmationPage;
      const email = newEmailAddress();
      await signUp(email, STRANGERS);
      const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
      expect((await server.request('/invite', { json: { email }, headers })).status).toBe(200);
      await confirm({ type: 'invite', token_hash: tokenIn(email) });
      expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
    }
    server.settings.confirmationPage = '/confirm';
  });
});

test('the browser of another sign-up does not use up a link', async () => {
  const email = newEmailAddress();
  await signUp(email, OWNERS);
  const token_hash = tokenIn(email);
  const other = newBrowser().verifier;
  expect(await confirm({ token_hash, code_verifier: other })).toMatchObject({
    error_code: 'bad_code_verifier',
  });
  expect((await confirm({ token_hash })).access_token).toBeTruthy();
});

test('a person who signs up with the official client and PKCE keeps the password', async () => {
  const email = newEmailAddress();
  const client = server.client({ flowType: 'pkce' });
  await client.auth.signUp({ email, password: OWNERS });
  await signUp(email, STRANGERS, newBrowser().challenge);
  await client.auth.resend({ email, type: 'signup' });
  await server.client({ flowType: 'pkce' }).auth.signUp({ email, password: STRANGERS });
  await client.auth.signUp({ email, password: OWNERS });
  const link = await server.request(`/verify?type=signup&token=${tokenIn(email)}`);
  const code = new URL(link.headers.get('location') ?? '').searchParams.get('code') ?? '';
  expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
  expect(await signInCode(email, OWNERS)).toBe('signed in');
  expect(await signInCode(email, STRANGERS)).toBe('invalid_credentials');
});

test('no password of a sign-up is in the accounts table before the address is confirmed', async () => {
  const email = newEmailAddress();
  await signUp(email, OWNERS);
  const rows = await server.database.query('select encrypted_password from auth.users where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ encrypted_password: '' }]);
});
