import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, password, register, setUpFactor } from '../../support/account-people.ts';
import { FormBrowser } from '../../support/form-browser.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { earlyInStep, totpCode } from '../../support/totp-code.ts';

/** People who sign in by plain form, and others who try to get in that way. */
let server: TestServer;
let person: Person;
let browser: FormBrowser;
let address = 0;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' });
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await register(server);
  await server.database.query('delete from auth.sessions where user_id = $1', [person.id]);
  browser = newBrowser();
});

const COOKIE = 'lakou-plain-session';

/** At an address of its own, so that tests share no limits. */
function newBrowser(headers: Record<string, string> = {}): FormBrowser {
  address += 1;
  return new FormBrowser(server.url, { 'x-forwarded-for': `198.51.100.${address}`, ...headers });
}

const signIn = (here = browser, path = '/login') => here.post(path, { email: person.email, password });

async function sessions(): Promise<{ id: string; ip: string; user_agent: string; aal: string }[]> {
  return server.database.query(
    'select id, host(ip) as ip, user_agent, aal from auth.sessions where user_id = $1',
    [person.id],
  );
}

interface TakenSession {
  access_token: string;
  refresh_token: string;
  remember: boolean;
  user: { id: string };
}

async function take(here = browser): Promise<TakenSession> {
  const answer = await here.post('/login/session');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return (await answer.json()) as TakenSession;
}

describe('a member', () => {
  test('signs in, sees who is signed in, and signs out', async () => {
    const answer = await signIn(browser, '/login?next=%2Ffilms%3Fgenre%3DDrama');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/films?genre=Drama']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(browser.cookies.get('lakou-hint')).toBe('in.posted');
    expect(await sessions()).toMatchObject([{ ip: `198.51.100.${address}`, aal: 'aal1' }]);

    const page = await browser.get('/login');
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toContain(`Signed in as ${person.email}`);
    expect(await (await browser.get('/films')).text()).toContain('action="/sign-out"');

    const gone = await browser.post('/sign-out');
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/login']);
    expect(await sessions()).toEqual([]);
    expect([...browser.cookies.keys()]).toEqual(['known_device']);
    expect(await (await browser.get('/login')).text()).not.toContain(person.email);
  });

  test('is told what is wrong in plain words, and types the address once', async () => {
    const wrong = await browser.post('/login?next=/films', {
      email: person.email,
      password: 'pa-sa',
      remember: 'on',
    });
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([400, 'no-store']);
    const html = await wrong.text();
    expect(html).toContain('Invalid login credentials');
    expect(html).toContain(`value="${person.email}"`);
    expect(html).not.toContain('pa-sa');
    const empty = await browser.post('/login', { email: '"><script>x', password: '' });
    expect(empty.status).toBe(422);
    const refused = await empty.text();
    expect(refused).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(refused).not.toContain('<script>x');
    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await browser.post('/login', { email: 'x'.repeat(20_000), password })).status).toBe(413);
  });

  test('who is banned or has not confirmed is told so, as in the app', async () => {
    await server.database.query(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [person.id],
    );
    const banned = await signIn();
    expect(banned.status).toBe(400);
    expect([...browser.cookies.keys()]).toEqual([]);
    await server.database.query(
      'update auth.users set banned_until = null, email_confirmed_at = null where id = $1',
      [person.id],
    );
    const unconfirmed = await signIn();
    expect(unconfirmed.status).toBe(400);
    expect(await unconfirmed.text()).toContain('One step is left');
  });

  test('the app takes the session over, once', async () => {
    await browser.post('/login', { email: person.email, password, remember: 'on' });
    const cookie = browser.cookies.get(COOKIE) ?? '';
    const taken = await take();
    expect(taken).toMatchObject({ remember: true, user: { id: person.id } });
    expect(browser.cookies.has(COOKIE)).toBe(false);
    expect(browser.cookies.get('lakou-hint')).toBe('in');
    const client = createClient(server.url, server.anonKey, { auth: { persistSession: false } });
    const adopted = await client.auth.setSession(taken);
    expect(adopted.data.user?.email).toBe(person.email);
    expect((await browser.post('/login/session')).status, 'without the cookie').toBe(204);

    // A copy of the cookie that is shown later ends the session, as a copied refresh token does.
    await server.database.query(
      "update auth.refresh_tokens set updated_at = now() - interval '1 hour' where user_id = $1",
      [person.id],
    );
    const thief = newBrowser();
    thief.cookies.set(COOKIE, cookie);
    const again = await thief.post('/login/session');
    expect([again.status, await again.text()]).toEqual([204, '']);
    expect(await sessions()).toEqual([]);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });

  test('shows the code of the second factor in a second form', async () => {
    const { secret } = await setUpFactor(await withSession());
    await server.database.query('delete from auth.sessions where user_id = $1', [person.id]);
    const half = await signIn(browser, '/login?next=/films');
    expect([half.status, half.headers.get('location')]).toEqual([303, '/login?next=%2Ffilms']);
    expect(browser.cookies.get('lakou-hint'), 'a visitor until then').toBe('posted');
    const page = await (await browser.get('/login?next=/films')).text();
    expect(page).toContain('name="code"');
    expect(page).not.toContain(person.email);

    expect((await browser.post('/login', { code: '' })).status).toBe(422);
    const wrong = await browser.post('/login?next=/films', { code: '000000' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('name="code"');
    expect(await sessions()).toMatchObject([{ aal: 'aal1' }]);
    await earlyInStep();
    const right = await browser.post('/login?next=/films', { code: totpCode(secret) });
    expect([right.status, right.headers.get('location')]).toEqual([303, '/films']);
    expect(await sessions()).toMatchObject([{ aal: 'aal2' }]);
    expect(await (await browser.get('/login')).text()).toContain(`Signed in as ${person.email}`);
  });

  test('the app takes over a sign-in that lacks its second step', async () => {
    await setUpFactor(await withSession());
    await signIn();
    const { access_token } = await take();
    expect(browser.cookies.has('lakou-hint')).toBe(false);
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ role: 'anon', aal_needed: 'aal2' });
  });
});

/** The person in the app. */
async function withSession(): Promise<Person> {
  const { data } = await person.client.auth.signInWithPassword({ email: person.email, password });
  if (!data.session) throw new Error('no session');
  return person;
}

describe('another site', () => {
  const origins: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://evil.lakou.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ];
  test.each(origins)('cannot sign anybody in or out with %j', async (headers) => {
    const signedIn = await browser.post('/login', { email: person.email, password }, headers);
    expect(signedIn.status).toBe(403);
    expect([[...browser.cookies.keys()], await sessions()]).toEqual([[], []]);
    await signIn();
    for (const path of ['/sign-out', '/login/session', '/login'])
      expect((await browser.post(path, { code: '123456' }, headers)).status, path).toBe(403);
    expect(await sessions()).toHaveLength(1);
    expect(browser.cookies.has(COOKIE)).toBe(true);
  });

  test('a browser that says only our own origin is let in', async () => {
    const answer = await browser.post('/login', { email: person.email, password }, { origin: server.url });
    expect(answer.status).toBe(303);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/films\r\nset-cookie: x=y',
    '/login',
  ])('is not where a sign-in leads to: %j', async (next) => {
    const answer = await signIn(browser, `/login?${new URLSearchParams({ next })}`);
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location, server.url).origin).toBe(server.url);
    expect(location).toMatch(/^\/(films|$)/);
    expect(browser.cookies.has('x')).toBe(false);
  });
});

describe('a cookie', () => {
  test.each([
    ['a sign-out elsewhere', 'delete from auth.sessions where user_id = $1'],
    ['a ban', "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
    ['the end of the account', 'delete from auth.users where id = $1'],
  ])('opens nothing after %s', async (_name, change) => {
    await signIn();
    const old = new Map(browser.cookies);
    await server.database.query(change, [person.id]);
    const page = await browser.get('/login');
    expect([page.status, page.headers.get('location')]).toEqual([303, '/login']);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    for (const [name, value] of old) browser.cookies.set(name, value);
    expect((await browser.post('/login/session')).status).toBe(204);
  });

  test('opens nothing after a password change elsewhere', async () => {
    await signIn();
    await withSession();
    const changed = await person.client.auth.updateUser({ password: 'yon lòt modpas nèt' });
    expect(changed.error).toBeNull();
    expect((await browser.post('/login/session')).status).toBe(204);
  });

  test('that is made up, or planted before the sign-in, has no part in it', async () => {
    await signIn();
    const attackers = browser.cookies.get(COOKIE) ?? '';
    const attackersSession = await sessions();
    person = await register(server);
    const victim = newBrowser();
    victim.cookies.set(COOKIE, attackers);
    expect((await signIn(victim)).status).toBe(303);
    expect(victim.cookies.get(COOKIE)).not.toBe(attackers);
    expect(await (await victim.get('/login')).text()).toContain(`Signed in as ${person.email}`);
    expect((await take(victim)).user.id).toBe(person.id);
    const [left] = await server.database.query<{ count: number }>(
      'select count(*)::integer as count from auth.sessions where id = $1',
      [attackersSession[0]?.id],
    );
    expect(left?.count, 'the planted session ended').toBe(0);

    const forger = newBrowser();
    for (const made of ['', 'x', Buffer.alloc(200).toString('base64url'), server.anonKey]) {
      forger.cookies.set(COOKIE, made);
      expect((await forger.post('/login/session')).status, made).toBe(204);
    }
  });

  test('is of no use to the services, and holds no token that can be read', async () => {
    await signIn();
    const cookie = browser.cookies.get(COOKIE) ?? '';
    const [{ token } = { token: '' }] = await server.database.query<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1 order by id desc limit 1',
      [person.id],
    );
    expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(token);
    for (const bearer of [cookie, ''])
      expect(
        (
          await fetch(`${server.url}/auth/v1/user`, {
            headers: { cookie: `${COOKIE}=${cookie}`, authorization: `Bearer ${bearer}` },
          })
        ).ok,
      ).toBe(false);
    const refreshed = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      body: JSON.stringify({ refresh_token: cookie }),
    });
    expect(refreshed.status).toBe(400);
  });
});

test('guesses are limited as those of the app are, and together with them', async () => {
  const guess = () => browser.post('/login', { email: person.email, password: 'pa-sa' });
  const statuses = [];
  for (let guesses = 0; guesses < 21; guesses += 1) statuses.push((await guess()).status);
  expect(statuses.at(0)).toBe(400);
  expect(statuses.at(-1)).toBe(429);
  const refused = await signIn();
  expect(refused.status, 'the right password too').toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const inApp = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.51.100.${address}` },
    body: JSON.stringify({ email: person.email, password }),
  });
  expect(inApp.status).toBe(429);
});

test('no page that others get shows who signed in by form, or what was typed', async () => {
  const visitor = newBrowser();
  const marks = new RegExp(`${person.email.split('@')[0]}|Signed in as`);
  await browser.post('/login', { email: person.email, password: 'pa-sa' });
  await signIn();
  for (const path of ['/login', '/', '/films', '/watchlist', '/login']) {
    const own = await (await browser.get(path)).text();
    expect(own.includes(person.email), path).toBe(path === '/login');
    const others = [await visitor.get(path)];
    visitor.cookies.set('lakou-hint', 'in.posted');
    others.push(await visitor.get(path));
    visitor.cookies.delete('lakou-hint');
    for (const other of others) expect(await other.text(), path).not.toMatch(marks);
  }
  const forged = `/login?posted=${encodeURIComponent(JSON.stringify({ member: 'forged@example.test' }))}`;
  for (const path of [forged, forged.replace('/login', '/login.data')])
    expect(await (await visitor.get(path)).text()).not.toContain('forged');
});
