import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Environment } from '../../http/environment.ts';
import { createSessionCookie } from './session-cookie.ts';

const session = { userId: 'u', sessionId: 's', refreshToken: 'yon-jeton', isHalf: false, remember: false };

async function cookiesOf(url: string, remember: boolean): Promise<string[]> {
  const cookie = createSessionCookie('secret', url);
  const app = new Hono<Environment>().get('/', (context) => {
    cookie.write(context, { ...session, remember });
    return context.text('');
  });
  return (await app.request('/')).headers.getSetCookie();
}

test('over https no other host and no script can read or write the session', async () => {
  const [sealed = '', hint = ''] = await cookiesOf('https://lakou.example', true);
  expect(sealed).toMatch(
    /^__Host-lakou-plain-session=[\w-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(sealed).not.toMatch(/Domain|yon-jeton/);
  expect(hint).toBe('lakou-hint=in.posted; Max-Age=3600; Path=/; Secure; SameSite=Lax');
});

test('without "remember me" the cookie ends with the browser', async () => {
  for (const cookie of await cookiesOf('http://127.0.0.1:4000', false))
    expect(cookie).not.toMatch(/Max-Age|Expires|Secure/);
});

test('over https a cookie without the prefix is none', async () => {
  const cookie = createSessionCookie('secret', 'https://lakou.example');
  const plain = createSessionCookie('secret', 'http://lakou.example');
  const app = new Hono<Environment>()
    .get('/plain', (context) => {
      plain.write(context, session);
      return context.text('');
    })
    .get('/', (context) =>
      context.json({ isSent: cookie.isSent(context), read: cookie.read(context) ?? null }),
    );
  const [planted = ''] = (await app.request('/plain')).headers.getSetCookie();
  const answer = await app.request('/', { headers: { cookie: planted.split(';')[0] ?? '' } });
  expect(await answer.json()).toEqual({ isSent: false, read: null });
});
