import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { addStream, Browser, film, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** An imitated receiver: an HTTP client with nothing but the address that the browser gives it. */
const RECEIVER =
  'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36 CrKey/1.56';
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nBonjou\n';

let server: TestServer;
let [free, other] = ['', ''];
let stream: TestStream;
let otherStream: TestStream;
beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '0', TRUSTED_PROXIES: '1' });
  const movies = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true), ('Lòt', true, true) returning id`,
  );
  [free = '', other = ''] = movies.map(({ id }) => id);
  stream = await addStream(server, { movie_id: free }, { 'captions-ht.vtt': Buffer.from(CAPTIONS) });
  otherStream = await addStream(server, { movie_id: other });
  const subtitles = [
    { file: 'captions-ht.vtt', language: 'ht', name: 'Krey"òl' },
    { file: 'captions-fr.vtt', language: 'fr', name: 'Français' },
    { file: 'captions-ht.vtt', language: 'ht', name: 'Kreyòl', kind: 'captions' },
  ];
  await server.database.query('update private.streams set film = $2 where id = $1', [
    stream.id,
    { ...film, subtitles },
  ]);
});
afterAll(() => server.close());

async function playing(token?: string): Promise<Browser> {
  const browser = new Browser(server.url, token ? { token } : {});
  await browser.play('movie', free);
  return browser;
}

function askForCast(browser: Browser, method = 'POST', headers = {}): Promise<Response> {
  return browser.get(`/stream/${stream.id}/cast`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
}

/** The address for the receiver, absolute. */
async function castAddress(browser: Browser): Promise<string> {
  const answer = await askForCast(browser);
  expect(answer.status).toBe(200);
  return new URL(((await answer.json()) as { url: string }).url, server.url).href;
}

function fetchAs(address: string | URL, userAgent = RECEIVER, headers = {}): Promise<Response> {
  return fetch(address, { headers: { 'user-agent': userAgent, ...headers } });
}
const statusOf = async (address: string | URL, userAgent = RECEIVER) => {
  const answer = await fetchAs(address, userAgent);
  await answer.arrayBuffer();
  return answer.status;
};

describe('a receiver with the address alone', () => {
  test('fetches playlists, key, segments and captions by following what it reads', async () => {
    const address = await castAddress(await playing());
    const master = await fetchAs(`${address}?captions=ht`);
    expect(master.status).toBe(200);
    expect(master.headers.get('access-control-allow-origin')).toBe('*');
    expect(master.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(master.headers.get('referrer-policy')).toBe('no-referrer');
    expect(master.headers.get('set-cookie')).toBeNull();
    const text = await master.text();
    expect(text).toContain('NAME="Kreyòl",LANGUAGE="ht",DEFAULT=YES');
    expect(text).toContain('NAME="Français",LANGUAGE="fr",DEFAULT=NO');
    expect(text).toMatch(
      /NAME="Kreyòl \[CC\]",LANGUAGE="ht",DEFAULT=NO,.*CHARACTERISTICS="public\.accessibility\.transcribes-spoken-dialog,/,
    );
    const forDeaf = await (await fetchAs(`${address}?captions=ht&kind=captions`)).text();
    expect(forDeaf).toContain('NAME="Kreyòl [CC]",LANGUAGE="ht",DEFAULT=YES');
    expect(forDeaf.match(/DEFAULT=YES/g)).toHaveLength(1);
    expect(text).toMatch(/#EXT-X-STREAM-INF:.*,SUBTITLES="captions"\nv145\/playlist\.m3u8/);

    const media = new URL('v145/playlist.m3u8', address);
    const playlist = await (await fetchAs(media)).text();
    const key = new URL(/URI="([^"]+)"/.exec(playlist)?.[1] ?? '', media);
    expect(Buffer.from(await (await fetchAs(key)).arrayBuffer())).toEqual(stream.key);
    const segment = await fetchAs(new URL('00000.m4s', media), RECEIVER, { range: 'bytes=0-9' });
    expect([segment.status, await segment.text()]).toEqual([206, '0123456789']);
    expect(segment.headers.get('cache-control')).toBe('no-store');

    const captions = await (await fetchAs(new URL('captions-0.m3u8', address))).text();
    expect(captions).toContain('captions-ht.vtt');
    expect(await (await fetchAs(new URL('captions-ht.vtt', address))).text()).toBe(CAPTIONS);
    expect(await statusOf(new URL('captions-7.m3u8', address))).toBe(404);
    expect((await fetch(address, { method: 'OPTIONS' })).status).toBe(204);
  });

  test('is one stream with the browser that gave it, and ends with it', async () => {
    const { token } = await register(server);
    const browser = await playing(token);
    const address = await castAddress(browser);
    expect(await statusOf(address)).toBe(200);
    const streams = await rpc(token, 'my_streams', {});
    expect(streams).toHaveLength(1);
    await rpc(token, 'end_playback', { session: streams[0]?.session });
    for (const file of ['master.m3u8', 'v145/playlist.m3u8', 'key', 'v145/00000.m4s'])
      expect(await statusOf(new URL(file, address))).toBe(401);
  });

  test('stops when the title is no longer the viewer’s to watch', async () => {
    const { token } = await register(server);
    const address = await castAddress(await playing(token));
    expect(await statusOf(address)).toBe(200);
    await server.database.query('update public.movies set is_free = false where id = $1', [free]);
    try {
      expect(await statusOf(new URL('v145/00000.m4s', address))).toBe(401);
    } finally {
      await server.database.query('update public.movies set is_free = true where id = $1', [free]);
    }
  });

  test('counts when others started while it paused', async () => {
    const { token } = await register(server);
    const address = await castAddress(await playing(token));
    expect(await statusOf(address)).toBe(200);
    await server.database.query(
      `update private.playback_sessions set seen_at = seen_at - interval '2 minutes'`,
    );
    for (let device = 0; device < 3; device += 1) await playing(token);
    expect(await statusOf(new URL('v145/00000.m4s', address))).toBe(409);
  });
});

describe('the address', () => {
  test('opens no other film, and no other path of this one', async () => {
    const viewer = await playing();
    await viewer.play('movie', other);
    const address = await castAddress(viewer);
    expect(await statusOf(address.replace(stream.id, otherStream.id))).toBe(401);
    const secret = address.split('/').at(-2) ?? '';
    expect(await statusOf(`${server.url}/stream/${stream.id}/master.m3u8?ticket=${secret}`)).toBe(401);
    const asCookie = await fetchAs(`${server.url}/stream/${stream.id}/key`, RECEIVER, {
      cookie: `lakou_stream=${secret}`,
    });
    expect(asCookie.status).toBe(401);
    const renewed = await fetchAs(new URL('../../cast', address));
    expect(renewed.status).not.toBe(200);
    const again = await fetch(`${server.url}/stream/${stream.id}/cast`, { method: 'POST' });
    expect(again.status).toBe(401);
  });

  test('serves two kinds of client, the browser and the receiver, and refuses the third', async () => {
    const viewer = await playing();
    const address = await castAddress(viewer);
    expect(await statusOf(address, viewer.name)).toBe(200);
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(address, 'curl/8')).toBe(401);
    expect(await statusOf(address)).toBe(200);
  });

  test('is used within a minute, and is over after four hours however often it was used', async () => {
    const pass = (time: string) =>
      server.database.query(`update private.cast_addresses set expires_at = expires_at - $1::interval`, [
        time,
      ]);
    const unused = await castAddress(await playing());
    await pass('61 seconds');
    expect(await statusOf(unused)).toBe(401);
    const used = await castAddress(await playing());
    expect(await statusOf(used)).toBe(200);
    await pass('3 hours 59 minutes');
    expect(await statusOf(used)).toBe(200);
    await pass('2 minutes');
    expect(await statusOf(used)).toBe(401);
  });

  test('is replaced by the next one, and ended by the browser', async () => {
    const viewer = await playing();
    const [first, second] = [await castAddress(viewer), await castAddress(viewer)];
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    expect((await askForCast(viewer, 'DELETE')).status).toBe(204);
    expect(await statusOf(second)).toBe(401);
  });

  test('is given to the browser that plays the film, and to nobody else', async () => {
    const viewer = await playing();
    expect((await askForCast(new Browser(server.url))).status).toBe(401);
    expect((await askForCast(viewer, 'POST', { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await askForCast(viewer, 'GET')).status).toBe(404);
    expect(await statusOf(`${server.url}/stream/${stream.id}/cast/${'a'.repeat(43)}/master.m3u8`)).toBe(401);
    expect(await statusOf(`${server.url}/stream/${stream.id}/cast/short/master.m3u8`)).toBe(404);
  });

  test('is stored as a hash', async () => {
    const secret = (await castAddress(await playing())).split('/').at(-2) ?? '';
    const rows = await server.database.query('select secret_hash, clients from private.cast_addresses');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

async function rpc(token: string, name: string, body: object): Promise<{ session: string }[]> {
  const answer = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return answer.json();
}
