import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, listen } from './listen.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0 }, () => ({
    fetch: async () => new Response('no', { status: 413 }),
  }));
});
afterAll(() => server.close());

/** Sends the head of a request and then the pieces; resolves with the response. */
function converse(head: string, pieces: Buffer[]): Promise<{ answer: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
      setTimeout(() => {
        resolve({ answer, closed: socket.destroyed || socket.readableEnded });
        socket.destroy();
      }, 100);
    });
    socket.on('error', () => {});
    socket.write(head);
    for (const piece of pieces) socket.write(piece);
  });
}

const head = (length: number): string =>
  `POST / HTTP/1.1\r\nhost: lakou\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`;

test('a client refused in the middle of an upload can reuse the connection', async () => {
  const film = Buffer.alloc(1024 ** 2);
  const { answer, closed } = await converse(head(film.length), [film]);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).not.toMatch(/connection: close/i);
  expect(closed).toBe(false);
});

test('a client that keeps sending gets connection: close', async () => {
  const { answer } = await converse(head(1024 ** 3), [Buffer.alloc(1024)]);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toMatch(/connection: close/i);
});
