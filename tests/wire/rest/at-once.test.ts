import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MountedRest, mountRest } from '../../../platform/src/rest/mount-rest.ts';
import { type RestWorld, startRestWorld } from './world.ts';

/** Kept answers that are sent before the application is asked. */
let world: RestWorld;
let mounted: MountedRest;
const server = createServer((incoming, outgoing) => {
  const send = mounted.find(incoming);
  if (send) send(outgoing, ['x-own', 'yes']);
  else outgoing.writeHead(421).end();
});
const notAtOnce = 421;
const LIST = '/films?select=id,title,plot,meta,genres,people!films_director_id_fkey(name)&order=id';

beforeAll(async () => {
  world = await startRestWorld();
  const addressOf = () => '127.0.0.1';
  mounted = mountRest(world.rest, { callers: world.callers, addressOf });
  await world.database.query(
    `insert into public.films (title, plot) select 'Film ' || n, repeat('plot ', 20) from generate_series(1, 30) n`,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await world?.[Symbol.asyncDispose]();
});
beforeEach(() => world.changes.forgetAll());

/** Through the application, as the first request goes. */
async function viaApp(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await mounted.app.request(`http://lakou.test/rest/v1${path}`, { method, headers });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

function atOnce(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const sent = sendRequest({ port, path: `/rest/v1${path}`, method, headers, agent: false }, (answer) => {
      buffer(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        reject,
      );
    });
    sent.on('error', reject).end();
  });
}

/** As soon as it is sent at once. */
const ready = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  vi.waitFor(
    async () => {
      await viaApp(path, headers, method);
      const answer = await atOnce(path, headers, method);
      expect(answer.status).not.toBe(notAtOnce);
      return answer;
    },
    { timeout: 20_000 },
  );

test('a visitor’s second request is answered at once, with what the first got', async () => {
  for (const headers of [
    {},
    { apikey: world.anonKey },
    { apikey: world.anonKey, authorization: `Bearer ${world.anonKey}` },
  ]) {
    expect((await atOnce(LIST, headers)).status).toBe(notAtOnce);
    const first = await viaApp(LIST, headers);
    const second = await ready(LIST, headers);
    expect(second).toMatchObject({
      status: first.status,
      headers: { ...first.headers, 'x-own': 'yes' },
      body: first.body,
    });
  }
});

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('to a client that accepts %s it is sent as %s', async (accepted, encoding, unpack) => {
  const plain = await viaApp(LIST);
  const packed = await ready(LIST, { 'accept-encoding': accepted });
  expect(packed.headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(packed.body.length),
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(unpack(packed.body)).toEqual(plain.body);
});

test('a client that ranks encodings is answered by the application', async () => {
  await viaApp(LIST);
  expect((await atOnce(LIST, { 'accept-encoding': 'br;q=0, gzip;q=0.5' })).status).toBe(notAtOnce);
});

test('a browser that has the rows is told so', async () => {
  const browser = { 'sec-fetch-mode': 'cors' };
  await viaApp(LIST, browser);
  const tag = String((await ready(LIST, browser)).headers.etag);
  expect(tag).toBe((await viaApp(LIST, browser)).headers.etag);
  const again = await ready(LIST, { ...browser, 'if-none-match': tag });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
  expect((await ready(LIST, { ...browser, 'if-none-match': 'W/"other"' })).status).toBe(200);
});

test('HEAD, counts, ranges and formats each have an answer of their own', async () => {
  const path = '/films?select=id&order=id&limit=3';
  const variants: [Record<string, string>, string][] = [
    [{}, 'GET'],
    [{}, 'HEAD'],
    [{ prefer: 'count=exact' }, 'GET'],
    [{ range: '1-1' }, 'GET'],
    [{ accept: 'text/csv' }, 'GET'],
  ];
  for (const [headers, method] of variants)
    expect((await atOnce(path, headers, method)).status).toBe(notAtOnce);
  const first = [];
  for (const [headers, method] of variants) first.push(await viaApp(path, headers, method));
  for (const [index, [headers, method]] of variants.entries()) {
    const { status, body } = await ready(path, headers, method);
    expect({ status, body }).toEqual({ status: first[index]?.status, body: first[index]?.body });
  }
  expect(new Set(first.map(({ body, headers }) => `${body} ${headers['content-range']}`)).size).toBe(
    variants.length,
  );
});

test('nobody but a visitor is answered at once, and not with a key that has expired', async () => {
  const sub = crypto.randomUUID();
  const tokens = [await world.token('authenticated', { sub }), await world.token('service_role'), 'no token'];
  for (const token of tokens) {
    const headers = { apikey: world.anonKey, authorization: `Bearer ${token}` };
    await viaApp(LIST, headers);
    await viaApp(LIST, { apikey: world.anonKey });
    expect((await atOnce(LIST, headers)).status).toBe(notAtOnce);
  }
  expect((await ready(LIST, { apikey: world.anonKey })).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
  try {
    expect((await atOnce(LIST, { apikey: world.anonKey })).status).toBe(notAtOnce);
  } finally {
    vi.useRealTimers();
  }
});
