import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { addStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** A household has 2^64 addresses of IPv6: it must not get every limit as often. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' });
});
afterAll(() => server.close());

const inNetwork = (network: number) => (host: number) => `2001:db8:0:${network.toString(16)}::${host}`;
const contact = {
  name: 'Jan',
  email: 'jan@egzanp.test',
  subject: 'Bonjou',
  message: 'Mwen renmen fim yo anpil.',
};

async function post(path: string, address: string, body: object): Promise<number> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      'x-forwarded-for': address,
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test('one IPv6 network sends as many contact messages as one address', async () => {
  const here = inNetwork(1);
  const send = (address: string) => post('/rest/v1/contact_messages', address, contact);
  for (let host = 1; host <= 5; host += 1) expect(await send(here(host))).toBe(201);
  expect(await send(here(6))).toBe(429);
  expect(await send(inNetwork(2)(1)), 'a neighbour').toBe(201);
});

test('an IPv4 address and its IPv6 form count as one', async () => {
  const send = (address: string) => post('/rest/v1/contact_messages', address, contact);
  for (let sent = 0; sent < 5; sent += 1) expect(await send('203.0.113.77')).toBe(201);
  for (const same of ['::ffff:203.0.113.77', '::ffff:cb00:714d', '203.0.113.77:4711'])
    expect(await send(same), same).toBe(429);
});

test('one IPv6 network counts as one viewer of a topic', async () => {
  const [topic] = await server.database.query<{ id: string }>('select id from public.forum_topics limit 1');
  const views = async () =>
    (
      await server.database.query<{ views: number }>('select views from forum_topics where id = $1', [
        topic?.id,
      ])
    )[0]?.views ?? 0;
  const before = await views();
  const look = (address: string) =>
    post('/rest/v1/rpc/increment_topic_view', address, { topic_id: topic?.id });
  for (let host = 1; host <= 3; host += 1) expect(await look(inNetwork(3)(host))).toBe(204);
  await look(inNetwork(4)(1));
  // Views are counted a second later, all that wait at once.
  await expect.poll(views, { timeout: 20_000 }).toBeGreaterThan(before);
  await server.database.query('select private.fold_topic_views(1000)');
  expect(await views()).toBe(before + 2);
});

test('tickets for visitors are counted by network', async () => {
  const [movie] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  const id = movie?.id ?? '';
  await addStream(server, { movie_id: id });
  const ask = (address: string) => post('/functions/v1/playback', address, { mediaType: 'movie', id });
  for (let host = 1; host <= 3; host += 1) expect(await ask(inNetwork(5)(host))).toBe(200);
  const counted = await server.database.query<{ times: number }>(
    `select times from private.rate_limits where action = 'start_playback'`,
  );
  expect(counted).toEqual([{ times: 3 }]);
});

test('one IPv6 network opens as many WebSockets as one address', async () => {
  const open = (address: string): Promise<WebSocket | number> => {
    const socket = new WebSocket(
      `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${server.anonKey}`,
      { headers: { 'x-forwarded-for': address } },
    );
    return Promise.race([
      once(socket, 'open').then(() => socket),
      once(socket, 'unexpected-response').then(([request, answer]) => {
        request.destroy();
        return Number(answer.statusCode);
      }),
    ]);
  };
  const here = inNetwork(6);
  const opened = await Promise.all(Array.from({ length: 200 }, (_, host) => open(here(host + 1))));
  expect(opened.filter((one) => typeof one === 'number')).toEqual([]);
  expect(await open(here(300))).toBe(429);
  const neighbour = await open(inNetwork(7)(1));
  expect(neighbour).toBeInstanceOf(WebSocket);
  for (const one of [...opened, neighbour]) if (typeof one !== 'number') one.terminate();
});
