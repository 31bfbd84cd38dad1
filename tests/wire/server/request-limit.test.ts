import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** The limit on requests per address judges the path that the router sees, however it is written. */
const LIMIT = 20;
let server: TestServer;
let free: string;
let stream: TestStream;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1', REQUESTS_PER_ADDRESS: String(LIMIT) });
  const [movie] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true) returning id`,
  );
  free = movie?.id ?? '';
  stream = await addStream(server, { movie_id: free });
});
afterAll(() => server.close());

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

/** Sends a request target as it is: clients would normalise it. */
async function raw(
  target: string,
  address: string,
  method = 'GET',
): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes));
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: lakou\r\nconnection: close\r\nx-forwarded-for: ${address}\r\ncontent-length: 0\r\n\r\n`,
  );
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

const status = async (path: string, address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + path, { headers: { 'x-forwarded-for': address, ...headers } });
  await answer.arrayBuffer();
  return answer.status;
};

async function useUp(address: string): Promise<void> {
  for (let sent = 0; sent < LIMIT; sent += 1) await status('/robots.txt', address);
  expect(await status('/robots.txt', address)).toBe(429);
}

/** Every way to write a target that starts in an exempt folder and leaves it again. */
function disguises(exempt: string, path: string): string[] {
  const up = ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '..%2f', '..%5c', '..\\'];
  const direct = up.map((dots) => `${exempt}${dots}${path}`);
  const deeper = up.map((dots) => `${exempt}a/${dots}/${dots}${path}`);
  const prefixed = [
    `/${exempt}..${path}`,
    `${exempt}.${path}`,
    `${exempt}/..${path}`,
    `${exempt};/..${path}`,
  ];
  const cased = [`${exempt.toUpperCase()}..${path}`, exempt + path.slice(1).toUpperCase()];
  const absolute = [...direct, path].map((target) => `http://lakou${target}`);
  const hidden = [
    `${path}?x=${exempt}`,
    `${path}#${exempt}`,
    `//lakou${exempt}..${path}`,
    `\\${exempt}..${path}`,
  ];
  return [...direct, ...deeper, ...prefixed, ...cased, ...absolute, ...hidden];
}

/** One path of each service and page of the routing table. */
function pathsOf(routes: { path: string }[]): string[] {
  const filled = routes.map(({ path }) =>
    path.replace(/:\w+(\{[^/]*\})?\??/g, 'x').replace(/\*.*$/, 'movies'),
  );
  const byService = new Map(filled.map((path) => [path.split('/', 3).join('/'), path]));
  return [...byService.values()];
}

test('a path is limited however it is written', async () => {
  const address = newAddress();
  await useUp(address);
  const exempt = ['/assets/', '/stream/', '/healthz/'];
  const paths = pathsOf(server.routes).filter((path) => !exempt.some((prefix) => path.startsWith(prefix)));
  expect(paths).toContainEqual(expect.stringMatching('^/rest/v1/'));
  expect(paths.length).toBeGreaterThan(10);
  // Refused, or a file that is not there: no service and no page has answered.
  const isRefused = ({ status: code, text }: { status: number; text: string }) =>
    [400, 429].includes(code) || (code === 404 && !/<html|apikey|PGRST/i.test(text));
  for (const path of paths)
    for (const folder of exempt)
      for (const target of disguises(folder, path)) {
        if (isRefused(await raw(target, address))) continue;
        // The minute was over.
        await useUp(address);
        expect(isRefused(await raw(target, address)), target).toBe(true);
      }
}, 240_000);

test('what only nginx asks is limited where no nginx asks', async () => {
  const address = newAddress();
  await useUp(address);
  expect(await status(`/delivery/admission/${stream.id}`, address)).toBe(429);
});

test('what is missing among the files that are not limited is no page', async () => {
  const answer = await fetch(`${server.url}/assets/nothing-${Date.now()}.js`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('<html');
});

describe('an address that sends too many requests', () => {
  test('cannot exchange tickets or report progress, but a film that plays goes on', async () => {
    const address = newAddress();
    const from = { 'x-forwarded-for': address };
    const viewer = new Browser(server.url);
    await viewer.play('movie', free);
    const { body } = await viewer.press('movie', free);
    await useUp(address);
    const exchanged = await viewer.get(body.url, { headers: from });
    expect(exchanged.status).toBe(429);
    expect(Number(exchanged.headers.get('retry-after'))).toBeGreaterThan(0);
    const progress = { method: 'POST', headers: from, body: JSON.stringify({ position: 1, duration: 9 }) };
    expect((await viewer.get(`/stream/${stream.id}/progress`, progress)).status).toBe(429);
    for (const file of ['v145/00000.m4s', 'v145/playlist.m3u8', 'key', 'poster.jpg'])
      expect(await viewer.status(`/stream/${stream.id}/${file}`, { headers: from }), file).toBe(200);
  });

  test('is stopped when it tries tickets or cookies', async () => {
    const secret = (n: number) => String(n).padStart(43, 'x');
    const tries: ((n: number) => [string, Record<string, string>])[] = [
      (n) => [`/stream/${stream.id}/master.m3u8?ticket=${n}`, {}],
      (n) => [`/stream/${stream.id}/v145/00000.m4s`, { cookie: `lakou_stream=${secret(n)}` }],
      (n) => [`/stream/${stream.id}/key`, { cookie: `lakou_stream=${secret(n)}.${'x'.repeat(22)}` }],
    ];
    for (const attempt of tries) {
      const address = newAddress();
      for (let n = 0; n < LIMIT; n += 1)
        expect(await status(attempt(n)[0], address, attempt(n)[1])).toBe(401);
      expect(await status(attempt(LIMIT)[0], address, attempt(LIMIT)[1])).toBe(429);
      expect(await status('/robots.txt', address)).toBe(429);
    }
  });
});
