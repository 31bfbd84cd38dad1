import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type HttpServer, listen } from '../../../server/src/http/listen.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** The headers of every response. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '1' });
});
afterAll(() => server.close());

const EVERYWHERE = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'permissions-policy': /camera=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'content-security-policy': /(default-src 'none'|^sandbox)/,
  'x-request-id': /^[\da-f-]{36}$/,
};

function expectSafe(headers: Headers): void {
  for (const [name, wanted] of Object.entries(EVERYWHERE)) {
    expect(headers.get(name), name).toMatch(wanted);
  }
  expect(headers.has('x-powered-by')).toBe(false);
}

const request = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });

describe('every response has the security headers', () => {
  test.each([
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/config.json', 200],
    ['GET', '/metrics', 200],
    ['GET', '/status', 200],
    ['GET', '/', 200],
    ['GET', '/community', 302],
    ['GET', '/nothing/lives/here', 404],
    ['POST', '/', 404],
    ['GET', '/sitemap.xml', 200],
    ['GET', '/robots.txt', 200],
    ['GET', '/favicon.svg', 200],
    ['GET', '/service-worker.js', 200],
    ['GET', '/assets/nothing.js', 404],
    ['GET', '/_mail', 200],
    ['GET', '/sandbox-pay/nothing', 404],
    ['GET', '/rest/v1/movies?select=id&limit=1', 200],
    ['GET', '/rest/v1/no_such_table', 404],
    ['GET', '/auth/v1/settings', 200],
    ['GET', '/auth/v1/user', 401],
    ['POST', '/auth/v1/token?grant_type=password', 400],
    ['POST', '/functions/v1/no-such-function', 404],
    ['POST', '/functions/v1/check-subscription', 401],
    ['GET', '/storage/v1/bucket', 400],
    ['OPTIONS', '/storage/v1/upload/resumable', 204],
    ['POST', '/realtime/v1/api/broadcast', 422],
    ['GET', '/realtime/v1/websocket', 404],
    ['GET', '/stream/nothing/master.m3u8', 404],
    ['GET', '/stream/8a1b3c5d-0000-4000-8000-000000000000/master.m3u8', 401],
    ['GET', '/%E0%A4%A', 404],
  ])('%s %s', async (method, path, status) => {
    const answer = await request(path, { method });
    await answer.arrayBuffer();
    expectSafe(answer.headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.has('strict-transport-security')).toBe(false);
  });

  test('a page’s policy allows only scripts with its nonce', async () => {
    const policy = (await request('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'nonce-[\w-]{24}' 'strict-dynamic'/);
    expect(policy).not.toMatch(/unsafe/);
    expect((await request('/')).headers.get('content-security-policy')).not.toBe(policy);
  });

  test('also the response to invalid HTTP', async () => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('FILMS PLEASE\r\n\r\n');
    const [head = '', ...lines] = (await text(socket)).trim().split('\r\n');
    expect(head).toBe('HTTP/1.1 400 Bad Request');
    expectSafe(new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string])));
  });

  test('also while the server starts, and HSTS where the public URL is https', async () => {
    const listeners: HttpServer[] = [];
    for (const publicUrl of ['http://lakou.example', 'https://lakou.example']) {
      const listener = await listen({ host: '127.0.0.1', port: 0, publicUrl }, () => undefined);
      listeners.push(listener);
      const answer = await fetch(listener.address);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expectSafe(answer.headers);
      const body = (await answer.json()) as { request_id: string };
      expect(body.request_id).toBe(answer.headers.get('x-request-id'));
      expect(answer.headers.get('strict-transport-security')).toBe(
        publicUrl.startsWith('https:') ? 'max-age=31536000' : null,
      );
    }
    await Promise.all(listeners.map((listener) => listener.close()));
  });
});

describe('an uploaded file never runs as a page of our origin', () => {
  const files = {
    'evil.html': ['text/html', '<script>alert(1)</script>'],
    'evil.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    'evil.xhtml': ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    'feed.xml': ['application/rss+xml', '<rss/>'],
  } as const;
  beforeAll(async () => {
    const service = server.as('service').storage;
    expect((await service.createBucket('anything', { public: true })).error).toBeNull();
    for (const [name, [contentType, body]] of Object.entries(files)) {
      const { error } = await service
        .from('anything')
        .upload(name, body, { contentType, cacheControl: '60' });
      expect(error).toBeNull();
    }
  });

  test.each(Object.keys(files))('%s', async (name) => {
    const open = `/storage/v1/object/public/anything/${name}`;
    const { data } = await server.as('service').storage.from('anything').createSignedUrl(name, 60);
    const signed = String(data?.signedUrl).slice(server.url.length);
    const etag = (await request(open)).headers.get('etag') ?? '';
    const ways: [string, RequestInit][] = [
      [open, {}],
      [open, { method: 'HEAD' }],
      [open, { headers: { range: 'bytes=0-3' } }],
      [`${open}?download`, {}],
      [`${open}?download=page.html`, {}],
      [signed, {}],
      [open, { headers: { 'if-none-match': etag } }],
    ];
    for (const [path, init] of ways) {
      const answer = await request(path, init);
      expect([200, 206, 304]).toContain(answer.status);
      expectSafe(answer.headers);
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
      if (answer.status !== 304) expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    }
  });
});

describe('every request has an id', () => {
  const failing = '/nothing/lives/here';
  const post = (headers: Record<string, string> = {}) => request(failing, { method: 'POST', headers });

  test('in the response’s header and in the body of an error', async () => {
    const answer = await post();
    expect(await answer.json()).toMatchObject({ request_id: answer.headers.get('x-request-id') });
    const lost = await request('/functions/v1/no-such-function', { method: 'POST' });
    expect(await lost.json()).toMatchObject({ request_id: lost.headers.get('x-request-id') });
  });

  test('that a trusted proxy can set, and nobody else', async () => {
    const given = { 'x-request-id': 'from-the-proxy:1' };
    const through = { ...given, 'x-forwarded-for': '203.0.113.9' };
    expect((await post(through)).headers.get('x-request-id')).toBe('from-the-proxy:1');
    expect((await post(given)).headers.get('x-request-id')).toMatch(EVERYWHERE['x-request-id']);
    for (const strange of ['short', 'with space inside', '<script>', 'x'.repeat(101)]) {
      const answer = await post({ ...through, 'x-request-id': strange });
      expect(answer.headers.get('x-request-id')).toMatch(EVERYWHERE['x-request-id']);
    }
  });

  test('also where it opens a WebSocket, or is refused one', async () => {
    const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=`;
    const named = (key: string) =>
      new Promise<unknown>((resolve) => {
        const socket = new WebSocket(address + key);
        socket.on('upgrade', ({ headers }) => resolve(headers['x-request-id']));
        socket.on('unexpected-response', (_, { headers }) => resolve(headers['x-request-id']));
        socket.on('open', () => socket.close());
        socket.on('error', () => {});
      });
    expect(await named(server.anonKey)).toMatch(EVERYWHERE['x-request-id']);
    expect(await named('wrong')).toMatch(EVERYWHERE['x-request-id']);
  });
});
