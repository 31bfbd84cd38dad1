import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { log } from '../log.ts';
import { type HttpServer, listen } from './listen.ts';

let server: HttpServer;
const lines: Record<string, unknown>[] = [];
let answer: () => Response;
beforeAll(async () => {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  vi.spyOn(stream as { write(line: string): void }, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(line));
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server = await listen({ host: '127.0.0.1', port: 0 }, () => ({ fetch: async () => answer() }));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function loggedFailures(): Promise<unknown[]> {
  lines.length = 0;
  const { status, headers } = await fetch(server.address);
  expect(status).toBe(500);
  const id = headers.get('x-request-id');
  await vi.waitFor(() => expect(lines).not.toEqual([]));
  return lines.filter(({ request_id }) => request_id === id);
}

test('an application that throws something else than an error has one line in the log', async () => {
  answer = () => {
    throw 'broken';
  };
  expect(await loggedFailures()).toMatchObject([{ level: 50, status: 500 }]);
});

test('an answer that cannot be written has one line in the log', async () => {
  answer = () => new Response('film', { headers: { 'x-name': '\u0001' } });
  expect(await loggedFailures()).toMatchObject([
    { level: 50, status: 500, err: { code: 'ERR_INVALID_CHAR' } },
  ]);
});
