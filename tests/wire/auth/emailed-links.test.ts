import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, DEMO_PASSWORD, startAuthServer } from '../../support/auth-server.ts';

/** With a confirmation page, our emails lead there, and opening a link alone does nothing. */
let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({
    confirmationPage: '/confirm',
    redirectTargets: ['https://app.example/done'],
  });
});
afterAll(() => server?.[Symbol.asyncDispose]());

const member = 'member@lakou.test';
const password = 'yon bèl modpas';

function linkTo(email: string): URL {
  const text = server.mail.to(email).at(-1)?.text ?? '';
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'no:link');
}
const paramsOf = (link: URL) => Object.fromEntries(new URLSearchParams(link.hash.slice(1)));
const verify = (json: object) => server.request('/verify', { json });

/** Makes the service send an email of each kind that has a link, as the web app does. */
const emails: [type: string, send: () => Promise<string>][] = [
  [
    'signup',
    async () => {
      await server.client({ flowType: 'pkce' }).auth.signUp({ email: 'nouvo@egzanp.test', password });
      return 'nouvo@egzanp.test';
    },
  ],
  [
    'signup',
    async () => {
      const { auth } = server.client({ flowType: 'pkce' });
      await auth.signUp({ email: 'ankò@egzanp.test', password });
      await auth.resend({ email: 'ankò@egzanp.test', type: 'signup' });
      return 'ankò@egzanp.test';
    },
  ],
  [
    'recovery',
    async () => {
      await server.client({ flowType: 'pkce' }).auth.resetPasswordForEmail(member);
      return member;
    },
  ],
  [
    'magiclink',
    async () => {
      await server.client({ flowType: 'pkce' }).auth.signInWithOtp({ email: member });
      return member;
    },
  ],
  [
    'invite',
    async () => {
      const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
      await server.request('/invite', { json: { email: 'envite@egzanp.test' }, headers });
      return 'envite@egzanp.test';
    },
  ],
  ['email_change', async () => changeAddress('ansyen1@egzanp.test', 'current')],
  ['email_change', async () => changeAddress('ansyen2@egzanp.test', 'new')],
];

async function changeAddress(email: string, which: 'current' | 'new'): Promise<string> {
  server.settings.confirmEmail = false;
  const client = server.client({ flowType: 'pkce' });
  await client.auth.signUp({ email, password });
  server.settings.confirmEmail = true;
  const newAddress = `nouvo-${email}`;
  expect((await client.auth.updateUser({ email: newAddress })).error).toBeNull();
  return which === 'new' ? newAddress : email;
}

describe.each(emails)('an emailed link of type %s', (type, send) => {
  test('leads to the page, and works after any number of machines have opened it', async () => {
    const email = await send();
    const link = linkTo(email);
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${server.url}/confirm`);
    expect(paramsOf(link)).toMatchObject({ type, email, next: '/', token_hash: expect.any(String) });
    for (const method of ['GET', 'HEAD', 'GET']) await fetch(link, { method, redirect: 'manual' });
    const { token_hash } = paramsOf(link);
    expect((await verify({ token_hash, type })).status).toBe(200);
    expect(await (await verify({ token_hash, type })).json()).toMatchObject({ error_code: 'otp_expired' });
  });
});

test('a link to another application is GoTrue’s, with tokens or a code', async () => {
  const emailRedirectTo = 'https://app.example/done';
  await server.client().auth.signInWithOtp({ email: member, options: { emailRedirectTo } });
  const { link } = server.mail.last(member);
  expect(link.pathname).toBe('/auth/v1/verify');
  const followed = await fetch(link, { redirect: 'manual' });
  expect(followed.headers.get('location')).toMatch(/^https:\/\/app\.example\/done#access_token=/);
});

test('a link that asks for a page of another site leads to the site itself', async () => {
  const query = new URLSearchParams({ redirect_to: 'https://evil.example/x' });
  await server.request(`/otp?${query}`, { json: { email: member } });
  expect(linkTo(member).origin).toBe(server.url);
  expect(paramsOf(linkTo(member)).next).toBe('/');
});

test('a code in the address signs nobody in without the secret of the browser that asked for it', async () => {
  const attacker = server.client({ flowType: 'pkce' });
  await attacker.auth.signInWithOtp({ email: member });
  const token =
    paramsOf(linkTo(member)).token_hash ?? server.mail.last(member).link.searchParams.get('token');
  const followed = await server.request(`/verify?type=magiclink&token=${token}`);
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const victim = server.client({ flowType: 'pkce' });
  await victim.auth.signInWithPassword({ email: 'subscriber@lakou.test', password: DEMO_PASSWORD });
  expect((await victim.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  expect((await victim.auth.getUser()).data.user?.email).toBe('subscriber@lakou.test');
});
