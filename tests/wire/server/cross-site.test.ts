import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, password, register } from '../../support/account-people.ts';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/**
 * A member is signed in and watches a film; in another tab, a foreign page sends forms to us. The test goes further
 * than browsers do and sends all cookies, as if SameSite did not exist.
 */
let server: TestServer;
let person: Person;
let browser: Browser;
let stream: TestStream;
beforeAll(async () => {
  server = await startTestServer();
  person = await register(server);
  const [movie] = await server.database.query<{ id: string }>(
    "insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id",
  );
  stream = await addStream(server, { movie_id: movie!.id });
  browser = new Browser(server.url, { token: person.token });
  await browser.play('movie', movie!.id);
});
afterAll(() => server.close());

const foreign = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
};

/** What a form can send: three content types and no custom headers. `text/plain` can carry JSON. */
async function post(path: string, type: string, body: string): Promise<Response> {
  const cookie = [...browser.cookies].map(([place, value]) => `${place.split(' ')[1]}=${value}`);
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      ...foreign,
      'user-agent': browser.name,
      'content-type': type,
      cookie: [...cookie, `lakou-hint=${encodeURIComponent('{"name":"x"}')}`, 'lakou-open=1'].join('; '),
    },
    body,
    redirect: 'manual',
  });
}

async function everything(): Promise<unknown> {
  const counts = [
    ...[
      'public.forum_topics',
      'public.reviews',
      'public.watchlist',
      'public.orders',
      'public.user_purchases',
    ],
    ...['private.profiles', 'auth.users', 'auth.sessions', 'public.admin_users', 'storage.objects'],
  ].map((table) => `(select count(*) from ${table}) as "${table}"`);
  return server.database.query(`select ${counts.join()},
    (select jsonb_agg(to_jsonb(w)) from public.watch_progress w) as progress,
    (select encrypted_password from auth.users where id = '${person.id}') as password`);
}

test('a form of another site cannot act as a member, whatever cookies are sent', async () => {
  const before = await everything();
  const json = (value: object) => JSON.stringify(value);
  const actions: [string, string][] = [
    ['/rest/v1/forum_topics', json({ title: 'x', content: 'y', user_id: person.id })],
    ['/rest/v1/watchlist', json({ user_id: person.id })],
    ['/rest/v1/rpc/setup_admin', '{}'],
    ['/auth/v1/logout', '{}'],
    ['/auth/v1/user', json({ password: 'evil-evil-evil' })],
    ['/auth/v1/factors', json({ factor_type: 'totp' })],
    ['/login', new URLSearchParams({ email: person.email, password }).toString()],
    ['/login/session', ''],
    ['/sign-out', ''],
    ['/functions/v1/create-checkout', json({ mediaType: 'movie', type: 'purchase' })],
    ['/functions/v1/delete-account', json({ password: 'x' })],
    ['/functions/v1/change-subscription', json({ renews: false })],
    [`/storage/v1/object/profile-images/${person.id}/x.png`, 'x'],
    [`/stream/${stream.id}/progress`, json({ position: 90, duration: 100, seconds: 10, ended: true })],
  ];
  for (const [path, body] of actions) {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ]) {
      const answer = await post(path, type, body);
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
  }
  expect(await everything()).toEqual(before);
});

test('no response allows another site to use credentials', async () => {
  const asked = {
    ...foreign,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x',
  };
  for (const path of [
    '/rest/v1/movies',
    '/auth/v1/user',
    '/functions/v1/playback',
    '/storage/v1/bucket',
    '/stream/x/y',
    '/',
  ]) {
    for (const method of ['OPTIONS', 'GET']) {
      const answer = await fetch(server.url + path, { method, headers: asked });
      await answer.arrayBuffer();
      expect(answer.headers.has('access-control-allow-credentials'), path).toBe(false);
    }
  }
});

test('every cookie is HttpOnly or harmless, and SameSite', async () => {
  const pressed = await fetch(`${server.url}/functions/v1/playback`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      origin: 'https://lakou.example',
      authorization: `Bearer ${person.token}`,
    },
    body: JSON.stringify({
      mediaType: 'movie',
      id: (
        await server.database.query<{ id: string }>(
          `select movie_id as id from private.streams where id = '${stream.id}'`,
        )
      )[0]?.id,
    }),
  });
  const cookies = pressed.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  const own = { 'user-agent': browser.name, cookie: cookies[0]?.split(';')[0] ?? '' };
  const { url } = (await pressed.json()) as { url: string };
  cookies.push(...(await fetch(server.url + url, { headers: own })).headers.getSetCookie());
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(new RegExp(`; Path=/stream/${stream.id}`));
  }
  expect(cookies[0]).toMatch(/; Secure/);
});
