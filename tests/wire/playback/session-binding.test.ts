import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** A session belongs to one client: a cookie that is passed around stops working for all but one. */
let server: TestServer;
let free: string;
let stream: TestStream;
beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '0', TRUSTED_PROXIES: '1' });
  const [movie] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  free = movie?.id ?? '';
  stream = await addStream(server, { movie_id: free });
});
afterAll(() => server.close());

const segment = () => `/stream/${stream.id}/v145/00000.m4s`;
const key = () => `/stream/${stream.id}/key`;
const poster = () => `/stream/${stream.id}/poster.jpg`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Moves everything that the sessions remember into the past. */
async function pass(seconds: number): Promise<void> {
  const columns = await server.database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'playback_sessions'
      and column_name in ('exchanged_at', 'marked_at', 'mark_offered_at')`,
  );
  const earlier = columns.map(({ name }) => `${name} = ${name} - interval '${seconds} seconds'`);
  await server.database.query(`update private.playback_sessions set ${earlier.join(', ')}`);
}

function copyOf(browser: Browser): Browser {
  const copy = new Browser(server.url, { name: browser.name });
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

async function playing(token?: string): Promise<Browser> {
  const browser = new Browser(server.url, token ? { token } : {});
  await browser.play('movie', free);
  return browser;
}

describe('one cookie on twelve clients', () => {
  test('plays on one of them', async () => {
    const first = await playing();
    const clients = [first, ...Array.from({ length: 11 }, () => copyOf(first))];
    const statuses = () =>
      Promise.all(clients.map((client) => client.status(segment(), from('203.0.113.9'))));
    for (let half = 0; half < 4; half += 1) {
      await pass(31);
      await statuses();
    }
    const result = await statuses();
    expect(result.filter((status) => status === 200)).toHaveLength(1);
    expect(result.filter((status) => status === 401)).toHaveLength(11);
    const refused = clients[result.indexOf(401)] as Browser;
    for (const path of [segment(), key(), poster(), `/stream/${stream.id}/master.m3u8`])
      expect(await (await refused.get(path)).json()).toMatchObject({ error: 'playback_moved' });
  });

  test('in twelve places plays in the four newest at once', async () => {
    const first = await playing();
    const clients = Array.from({ length: 12 }, () => copyOf(first));
    const watch = () =>
      clients.reduce<Promise<number[]>>(
        async (before, client, at) => [
          ...(await before),
          await client.status(segment(), from(`198.51.${at}.1`)),
        ],
        Promise.resolve([]),
      );
    await watch();
    expect(await watch()).toEqual([...Array(8).fill(401), ...Array(4).fill(200)]);
  });

  test('does not raise how many films an account can play: the owner ends the others by playing on', async () => {
    const person = await register(server);
    const owner = await playing(person.token);
    const copy = copyOf(owner);
    const { data: streams } = await person.client.rpc('my_streams');
    await pass(31);
    // The copy is the first to get a new mark, and the owner is left behind.
    expect(await copy.status(segment())).toBe(200);
    expect(await copy.status(segment())).toBe(200);
    await pass(31);
    expect(await owner.status(segment())).toBe(401);
    // What the player does by itself.
    const { body } = await owner.press('movie', free, { replaces: streams?.[0]?.session });
    expect(await owner.status(body.url)).toBe(200);
    expect(await owner.status(segment())).toBe(200);
    expect(await copy.status(segment())).toBe(401);
  });
});

describe('one viewer does not notice', () => {
  test('that the cookie changes while the film plays', async () => {
    const browser = await playing();
    const values = new Set<string | undefined>();
    for (let half = 0; half < 5; half += 1) {
      await pass(31);
      for (const path of [segment(), key(), poster()]) expect(await browser.status(path)).toBe(200);
      values.add([...browser.cookies].find(([name]) => name.endsWith('lakou_stream'))?.[1]);
    }
    expect(values.size).toBeGreaterThan(2);
  });

  test('that answers get lost, or requests overtake each other', async () => {
    const browser = await playing();
    const [lost, before] = [copyOf(browser), copyOf(browser)];
    await pass(31);
    expect(await lost.status(segment()), 'the answer with the new cookie is lost').toBe(200);
    expect(await browser.status(segment())).toBe(200);
    await pass(31);
    expect(await browser.status(segment()), 'gets a new one').toBe(200);
    const late = copyOf(browser);
    expect(await browser.status(segment()), 'uses it').toBe(200);
    expect(await before.status(segment()), 'was sent before').toBe(200);
    expect(await late.status(segment())).toBe(200);
  });

  test('a pause of an hour, or that the phone changes the network', async () => {
    const browser = await playing();
    for (let at = 0; at < 3; at += 1) {
      for (const address of ['203.0.113.9', '2001:db8:1::7', '198.51.100.4', '2001:db8:ffff::1'])
        expect(await browser.status(segment(), from(address))).toBe(200);
      await pass(3600);
    }
  });
});

test('a mark cannot be guessed, left out or taken from another session', async () => {
  const [browser, other] = [await playing(), await playing()];
  const cookieOf = ({ cookies }: Browser) =>
    [...cookies].find(([name]) => name.endsWith('lakou_stream'))?.[1] ?? '';
  for (let half = 0; half < 2; half += 1) {
    await pass(31);
    for (const one of [browser, other]) {
      await one.status(segment());
      await one.status(segment());
    }
  }
  await pass(31);
  const [secret, mark] = cookieOf(browser).split('.');
  for (const value of [secret, `${secret}.`, `${secret}.x`, `${secret}.${cookieOf(other).split('.')[1]}`]) {
    const headers = { cookie: `lakou_stream=${value}` };
    expect(await new Browser(server.url).status(segment(), { headers }), value).toBe(401);
  }
  expect(mark).toMatch(/^[\w-]{22}$/);
  expect(await browser.status(segment())).toBe(200);
});
