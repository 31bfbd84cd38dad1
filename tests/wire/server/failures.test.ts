import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DatabaseUnavailable } from '../../../platform/src/database/errors.ts';
import { createRealtime } from '../../../platform/src/realtime/create-realtime.ts';
import { createTokenVerifier } from '../../../platform/src/tokens/verify-token.ts';
import { listen } from '../../../server/src/http/listen.ts';
import { log } from '../../../server/src/log.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

/** Every answer with a 5xx status can be found in the log, with its cause. */
let database: TestDatabase;
let server: TestServer;
let token: string;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
  token = await server.token({ role: 'service_role' });
  const symbol = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream');
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[symbol as symbol];
  vi.spyOn(stream as { write(line: string): void }, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(line));
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await database.close();
});

const uuid = '8a1b3c5d-0000-4000-8000-000000000000';
const PARAMETERS: Record<string, string> = { file: 'master.m3u8', name: 'playback', rest: '' };

/** Requests that reach each route of the routing table; wildcards and parameters get a value that is accepted. */
function requestsFor(routes: { method: string; path: string }[]): { method: string; path: string }[] {
  const known = new Map<string, { method: string; path: string }>();
  for (const { method, path } of routes) {
    const filled = path
      .replace(/:(\w+)(\{[^/]*\})?\??/g, (_, name: string) => PARAMETERS[name] ?? uuid)
      .replace(/\/\*$/, '/movies');
    for (const verb of method === 'ALL' ? ['GET', 'POST'] : [method])
      known.set(`${verb} ${filled}`, { method: verb, path: filled });
  }
  return [...known.values()];
}

const SERVICES = [
  '/stream',
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
  '/readyz',
];
const serviceOf = (path: string): string => SERVICES.find((prefix) => path.startsWith(prefix)) ?? 'other';

async function send({ method, path }: { method: string; path: string }) {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `lakou_stream=${`${path.length}-${method}`.padEnd(43, 'x')}`,
      'content-type': 'application/json',
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa('profile-images')},objectName ${btoa('a')}`,
    },
    ...(!['GET', 'HEAD'].includes(method) && {
      body: JSON.stringify({
        email: 'jan@egzanp.test',
        password: 'Fim-pa-nou-2026',
        mediaType: 'movie',
        id: uuid,
        messages: [{ topic: 'x', event: 'y', payload: {}, private: true }],
        position: 1,
        duration: 10,
        seconds: 1,
      }),
    }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, request_id: answer.headers.get('x-request-id') };
}

const breaks = {
  'every statement fails': () => new Error('broken on purpose'),
  'the database is away': () => new DatabaseUnavailable('broken on purpose'),
};

describe.each(Object.entries(breaks))('when %s', (_, failure) => {
  beforeAll(() => {
    const broken = () => Promise.reject(failure());
    for (const method of ['run', 'query', 'transaction'] as const)
      vi.spyOn(database, method).mockImplementation(broken as never);
  });
  afterAll(() => {
    for (const method of ['run', 'query', 'transaction'] as const) vi.mocked(database[method]).mockRestore();
  });

  test('each failed answer of every service has one line in the log, with its cause', async () => {
    const requests = requestsFor(server.routes);
    expect(requests.length).toBeGreaterThan(60);
    const failed = new Set<string>();
    lines.length = 0;
    // Some wait a second for the database: together.
    const answers = await Promise.all(
      requests.map(async (request) => ({ request, ...(await send(request)) })),
    );
    for (const { request, status, request_id } of answers) {
      const found = lines.filter((line) => line.request_id === request_id);
      const name = `${request.method} ${request.path} ${status}`;
      if (status < 500) {
        expect(found, name).toEqual([]);
        continue;
      }
      failed.add(serviceOf(request.path));
      expect(found, name).toMatchObject([{ level: 50, msg: 'request failed', err: {} }]);
      const { err } = found[0] as { err: { message: string; stack: string } };
      expect(err.message, name).not.toMatch(/no cause|without a cause/);
      expect(err.stack, name).toContain(err.message);
    }
    expect([...failed].sort()).toEqual([...SERVICES, 'other'].sort());
  }, 240_000);

  test('so has each visitor of a page whose rendering failed for all of them', async () => {
    lines.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${server.url}/forum`, { headers: { cookie: 'x=1' } })),
    );
    for (const answer of answers) {
      await answer.arrayBuffer();
      if (answer.status < 500) continue;
      const id = answer.headers.get('x-request-id');
      expect(lines.filter(({ request_id }) => request_id === id)).toMatchObject([
        { level: 50, err: { message: expect.any(String) } },
      ]);
    }
  });
});

test('a page that failed is rendered again for the next visitor', async () => {
  const broken = vi.spyOn(database, 'run').mockRejectedValue(new DatabaseUnavailable('away'));
  const path = `${server.url}/forum?page=7`;
  expect((await fetch(path)).status).toBe(503);
  broken.mockRestore();
  expect((await fetch(path)).status).toBe(200);
});

test('a WebSocket that is refused for want of space reports the cause with its request id', async () => {
  const failures: object[] = [];
  const callers = { verifier: await createTokenVerifier({ keys: { keys: [] } }) };
  const realtime = await createRealtime({
    database,
    callers,
    limits: { connections: 0 },
    reportFailure: (failure) => failures.push(failure),
  });
  const http = await listen({ host: '127.0.0.1', port: 0 }, () => undefined);
  realtime.attach(http.server);
  const socket = new WebSocket(`${http.address.replace('http', 'ws')}/realtime/v1/websocket`);
  socket.on('error', () => {});
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  expect(answer.statusCode).toBe(503);
  expect(failures).toMatchObject([
    { request_id: answer.headers['x-request-id'], status: 503, err: expect.any(Error) },
  ]);
  socket.terminate();
  await realtime.close();
  await http.close();
});
