import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Playback } from '../../../contract/src/playback/responses.ts';
import { type Person, register } from '../../support/account-people.ts';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let free: string;
let paid: string;
let freeStream: TestStream;
let paidStream: TestStream;

beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '1' });
  const movies = await server.database.query<{ id: string; is_free: boolean }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true), ('Peye', true, false)
      returning id, is_free`,
  );
  free = movies.find(({ is_free }) => is_free)!.id;
  paid = movies.find(({ is_free }) => !is_free)!.id;
  freeStream = await addStream(server, { movie_id: free });
  paidStream = await addStream(server, { movie_id: paid });
});
afterAll(() => server.close());

const soon = { timeout: 10_000, interval: 100 };
const segment = ({ id }: TestStream) => `/stream/${id}/v145/00000.m4s`;
const browserOf = ({ token }: Person) => new Browser(server.url, { token });

async function subscriber(): Promise<Person> {
  const person = await register(server);
  await server.database.query(
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at)
      values ($1, 'active', 'monthly', now() + interval '1 day')`,
    [person.id],
  );
  return person;
}

test('a page of ours gets session, playlists, first pieces and key with the ticket', async () => {
  const browser = new Browser(server.url);
  const answer = await browser.start('movie', free);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { start } = (await answer.json()) as Playback;
  const { files, key } = freeStream;
  expect(start).toEqual({
    playlists: {
      'master.m3u8': files['master.m3u8']?.toString(),
      'v145/playlist.m3u8': files['v145/playlist.m3u8']?.toString(),
    },
    bytes: { 'v145/init.mp4': files['v145/init.mp4']?.toString('base64'), key: key.toString('base64') },
  });
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('lakou_stream='));
  expect(cookie).toContain(`Path=/stream/${freeStream.id}`);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Strict');
  expect(await browser.status(segment(freeStream))).toBe(200);
});

test('the default audio track comes with it where tracks are separate', async () => {
  const [movie] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('De lang', true, true) returning id`,
  );
  const media = (name: string, chosen: string) =>
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${name}",DEFAULT=${chosen},URI="${name}/playlist.m3u8"`;
  await addStream(
    server,
    { movie_id: movie!.id },
    {
      'master.m3u8': Buffer.from(
        ['#EXTM3U', media('audio-fr', 'NO'), media('audio-ht', 'YES'), ''].join('\n'),
      ),
      'audio-ht/playlist.m3u8': Buffer.from('#EXTM3U\n'),
      'audio-ht/init.mp4': Buffer.from('sound'),
      'audio-fr/playlist.m3u8': Buffer.from('#EXTM3U\n'),
    },
  );
  const { start } = (await (await new Browser(server.url).start('movie', movie!.id)).json()) as Playback;
  expect(Object.keys(start?.playlists ?? {}).sort()).toEqual([
    'audio-ht/playlist.m3u8',
    'master.m3u8',
    'v145/playlist.m3u8',
  ]);
  expect(start?.bytes['audio-ht/init.mp4']).toBe(Buffer.from('sound').toString('base64'));
});

test('programs and pages of other origins get a ticket alone', async () => {
  for (const site of [undefined, 'cross-site', 'same-site', 'none']) {
    const answer = await fetch(`${server.url}/functions/v1/playback?start=yes`, {
      method: 'POST',
      body: JSON.stringify({ mediaType: 'movie', id: free }),
      headers: site ? { 'sec-fetch-site': site } : {},
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const playback = (await answer.json()) as Playback;
    expect(playback.start).toBeUndefined();
    // The ticket is still unused.
    expect((await fetch(server.url + playback.url)).status).toBe(200);
  }
});

test('who cannot watch a film gets neither session nor key', async () => {
  for (const browser of [new Browser(server.url), browserOf(await register(server))]) {
    const answer = await browser.start('movie', paid);
    expect([401, 402]).toContain(answer.status);
    expect(await answer.json()).not.toHaveProperty('start');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await browser.status(segment(paidStream))).toBe(401);
  }
});

test('the ticket of a started film opens nothing in another browser', async () => {
  const browser = new Browser(server.url);
  const { url } = (await (await browser.start('movie', free)).json()) as Playback;
  expect(await new Browser(server.url).status(url)).toBe(401);
  // In its own browser it names the session that is open.
  expect(await browser.status(url)).toBe(200);
  expect(await browser.status(segment(freeStream))).toBe(200);
});

test('a started film counts as one of the account’s streams and ends when the account ends it', async () => {
  const person = await subscriber();
  const browser = browserOf(person);
  const { session } = (await (await browser.start('movie', paid)).json()) as Playback;
  expect(await browser.status(segment(paidStream))).toBe(200);
  const rows = await server.database.query<{ id: string }>(
    'select id from public.watch_sessions where user_id = $1 and movie_id = $2',
    [person.id, paid],
  );
  expect(rows).toEqual([{ id: session }]);
  const ended = await fetch(`${server.url}/rest/v1/rpc/end_playback`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  });
  expect(ended.ok).toBe(true);
  await vi.waitFor(async () => expect(await browser.status(segment(paidStream))).toBe(401), soon);
});

test('a withdrawn right stops a started film', async () => {
  const person = await subscriber();
  const browser = browserOf(person);
  await browser.start('movie', paid);
  expect(await browser.status(segment(paidStream))).toBe(200);
  await server.database.query(
    `update public.subscriptions set expires_at = now() - interval '1 second' where user_id = $1`,
    [person.id],
  );
  await vi.waitFor(async () => expect(await browser.status(segment(paidStream))).toBe(401), soon);
});

test('an account that plays on all its streams is told which, and gets no further session', async () => {
  const person = await subscriber();
  for (const name of ['one', 'two', 'three']) {
    const answer = await new Browser(server.url, { token: person.token, name }).start('movie', paid);
    expect((await answer.json()) as Playback).toHaveProperty('start');
  }
  const fourth = new Browser(server.url, { token: person.token, name: 'four' });
  const answer = await fourth.start('movie', paid);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ error: 'too_many_streams' });
  expect(await fourth.status(segment(paidStream))).toBe(401);
});

test('a film that starts again in place of its session does not count twice', async () => {
  const person = await subscriber();
  let replaces: string | undefined;
  for (let times = 0; times < 5; times += 1) {
    const answer = await browserOf(person).start('movie', paid, replaces ? { replaces } : {});
    expect(answer.status).toBe(200);
    ({ session: replaces } = (await answer.json()) as Playback);
  }
});
