import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** Limits on the size, rate and slowness of requests. */
let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({
    TRUSTED_PROXIES: '1',
    REQUESTS_PER_ADDRESS: '20',
    SLOW_REQUEST_SECONDS: '1',
  });
  port = Number(new URL(server.url).port);
});
afterAll(() => server.close());

async function inProgress(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^http_requests_in_progress (\d+)$/m.exec(text)?.[1]);
}

const KB = 1024;
const MB = 1024 * KB;

describe('a body that is too large', () => {
  const tooLarge: [string, number, RegExp][] = [
    ['/auth/v1/token?grant_type=password', 256 * KB, /request_too_large/],
    ['/rest/v1/contact_messages', 10 * MB, /larger than/],
    ['/rest/v1/rpc/search', 10 * MB, /larger than/],
    ['/functions/v1/payment-webhook', 1 * MB, /BODY_TOO_LARGE/],
    ['/storage/v1/object/list/profile-images', 2 * MB, /EntityTooLarge/],
    ['/storage/v1/bucket', 2 * MB, /EntityTooLarge/],
    ['/realtime/v1/api/broadcast', 1 * MB, /exceeds the limit/],
    ['/sandbox-pay/sbx_nothing', 10_000, /Too Large/i],
    ['/stream/8a1b3c5d-0000-4000-8000-000000000000/progress', 2000, /bad_report/],
  ];
  const headers = { 'content-type': 'application/json' };

  test.each(tooLarge)('is refused at %s beyond %i bytes', async (path, limit, words) => {
    const token = await server.token({ role: 'service_role' });
    const body = `"${'x'.repeat(limit)}"`;
    for (const sent of [body, new Blob([body]).stream()]) {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: sent,
        duplex: 'half',
      } as RequestInit);
      expect([400, 413]).toContain(answer.status);
      expect(await answer.text()).toMatch(words);
    }
  });

  test('is not read where no body is expected', async () => {
    const answer = await fetch(`${server.url}/films`, { method: 'POST', body: 'x'.repeat(1 * MB) });
    expect(answer.status).toBe(404);
  });
});

describe('the head of a request', () => {
  test('can be as long as the Data API’s longest URL, and not much longer', async () => {
    const filter = (length: number) =>
      `${server.url}/rest/v1/movies?select=id&title=eq.${'x'.repeat(length)}`;
    expect((await fetch(filter(31 * KB))).status).toBe(200);
    expect((await fetch(filter(33 * KB))).status).toBe(414);
    expect((await fetch(filter(50 * KB))).status).toBe(431);
    const headers = { 'x-much': 'x'.repeat(50 * KB) };
    expect((await fetch(`${server.url}/healthz`, { headers })).status).toBe(431);
  });
});

describe.concurrent('an idle or slow connection is closed', () => {
  /** Sends the beginning, then a byte now and then, until the server closes; returns the response. */
  async function dawdle(beginning: string, then = ''): Promise<string> {
    const socket: Socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes));
    socket.on('error', () => {});
    socket.write(beginning);
    const drip = setInterval(() => then && socket.writable && socket.write(then), 200);
    await once(socket, 'close');
    clearInterval(drip);
    return received;
  }

  test('that sends nothing', async () => {
    expect(await dawdle('')).toMatch(/^HTTP\/1.1 408 /);
  });

  test('that never ends its headers', async () => {
    expect(await dawdle('GET / HTTP/1.1\r\nHost: lakou\r\nX-Slow: ', 'a')).toMatch(/^HTTP\/1.1 408 /);
  });

  const slowBody = 'Host: lakou\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
  test.each([
    '/auth/v1/signup',
    '/rest/v1/contact_messages',
    '/functions/v1/payment-webhook',
    '/storage/v1/object/list/profile-images',
    '/realtime/v1/api/broadcast',
    '/sandbox-pay/sbx_nothing',
  ])('who sends the body byte by byte to %s', async (path) => {
    expect(await dawdle(`POST ${path} HTTP/1.1\r\n${slowBody}`, ' ')).not.toMatch(/ 5\d\d /);
  });

  test('that sends a body nobody reads', async () => {
    expect(await dawdle(`GET /healthz HTTP/1.1\r\n${slowBody}`, ' ')).toMatch(/^HTTP\/1.1 200 /);
  });

  test('but not one that is only slow', async () => {
    const body = JSON.stringify({ messages: [{ topic: 'x', event: 'y', payload: 'z'.repeat(4000) }] });
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes));
    const closed = once(socket, 'close');
    socket.write(
      `POST /realtime/v1/api/broadcast HTTP/1.1\r\nHost: lakou\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (let sent = 0; sent < body.length; sent += 200) {
      socket.write(body.slice(sent, sent + 200));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 202 /);
  });
});

test('a client that requests a large file and does not read it is disconnected', async () => {
  const service = server.as('service').storage;
  await service.createBucket('large', { public: true });
  const bytes = Buffer.alloc(30 * MB);
  expect((await service.from('large').upload('file', bytes)).error).toBeNull();
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write('GET /storage/v1/object/public/large/file HTTP/1.1\r\nHost: lakou\r\n\r\n');
  // The request for the metrics is a connection itself.
  const others = async () => (await inProgress()) - 1;
  await vi.waitFor(async () => expect(await others()).toBe(1), { timeout: 10_000 });
  await vi.waitFor(async () => expect(await others()).toBe(0), { timeout: 30_000, interval: 200 });
  socket.destroy();
});

describe('a client address that sends too many requests', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const status = async (path: string, address: string) => {
    const answer = await fetch(server.url + path, from(address));
    await answer.arrayBuffer();
    return answer.status;
  };

  test('gets 429 from every service; others do not', async () => {
    const flood = '203.0.113.7';
    for (let asked = 0; asked < 20; asked += 1) expect(await status('/robots.txt', flood)).toBe(200);
    const refused = await fetch(`${server.url}/rest/v1/movies?select=id`, from(flood));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toMatchObject({
      error: 'too_many_requests',
      request_id: refused.headers.get('x-request-id'),
    });
    for (const path of ['/', '/auth/v1/settings', '/storage/v1/bucket', '/functions/v1/x', '/sitemap.xml'])
      expect(await status(path, flood)).toBe(429);
    expect(await status('/robots.txt', '203.0.113.8')).toBe(200);
    expect(await status('/robots.txt', `${flood}, 203.0.113.9`), 'the caller wrote the first').toBe(200);
    expect(await status('/healthz', flood)).toBe(200);
    expect(await status('/stream/nothing/master.m3u8', flood), 'a film goes on').toBe(404);
  });

  test('in IPv6 is a /64 network', async () => {
    for (let asked = 0; asked < 20; asked += 1) await status('/robots.txt', `2001:db8:1:2::${asked}`);
    expect(await status('/robots.txt', '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await status('/robots.txt', '2001:db8:1:3::1')).toBe(200);
  });
});
