import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../support/test-databases.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startTestServer({}, database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const PAGES = [
  { path: '/faq', title: '<title>Frequently Asked Questions' },
  { path: '/terms', title: '<title>Terms' },
];
/** Together more than a connection takes while nobody reads. */
const TIMES = 60;

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
};

interface Answer {
  head: string;
  html: string;
}

function request(path: string, encoding: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: lakou.test\r\naccept-encoding: ${encoding}\r\n${more}\r\n`;
}

/** A reader who has sent these requests and reads nothing yet. */
function ask(requests: readonly string[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.pause();
      socket.write(requests.join(''), () => resolve(socket));
    });
    socket.once('error', reject);
  });
}

/** So many answers, once they are read. */
async function readAnswers(socket: Socket, count: number, encoding: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer]);
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const head = received.toString('latin1', 0, end).toLowerCase();
      const length = Number(/^content-length: (\d+)$/m.exec(head)?.[1]);
      if (received.length < end + 4 + length) break;
      const body = received.subarray(end + 4, end + 4 + length);
      answers.push({ head: received.toString('latin1', 0, end), html: String(decoders[encoding]?.(body)) });
      received = received.subarray(end + 4 + length);
    }
    if (answers.length === count) break;
  }
  return answers;
}

function noncesOf({ head, html }: Answer): { allowed: string; used: string[] } {
  const [, allowed = ''] = /script-src 'nonce-([\w-]+)'/.exec(head) ?? [];
  return {
    allowed,
    used: [...new Set(Array.from(html.matchAll(/ nonce="([^"]*)"/g), ([, it]) => it ?? ''))],
  };
}

describe('a reader of kept pages', () => {
  test.each(Object.keys(decoders))(
    'who asks for many and reads late gets each whole, with its own nonce, in %s',
    async (encoding) => {
      const paths = Array.from({ length: TIMES }, (_, n) => PAGES[n % PAGES.length]!);
      // Kept and packed in this encoding.
      for (const { path } of PAGES) await readAnswers(await ask([request(path, encoding)]), 1, encoding);
      const readers = await Promise.all(
        [1, 2, 3].map(() => ask(paths.map(({ path }) => request(path, encoding)))),
      );
      const nonces = new Set<string>();
      for (const reader of readers) {
        const answers = await readAnswers(reader, TIMES, encoding);
        expect(answers).toHaveLength(TIMES);
        for (const [n, answer] of answers.entries()) {
          const { allowed, used } = noncesOf(answer);
          expect(used).toEqual([allowed]);
          expect(answer.html).toContain(paths[n]?.title);
          nonces.add(allowed);
          expect(answer.html).toMatch(/<\/html>\s*$/);
        }
      }
      expect(nonces.size).toBe(readers.length * TIMES);
    },
  );

  test('who has one already gets a whole one again: nonces of an old page would not be those of a new header', async () => {
    const conditions = [
      `if-modified-since: ${new Date(Date.now() + 60_000).toUTCString()}\r\n`,
      'if-none-match: *\r\n',
      'range: bytes=0-99\r\n',
    ];
    for (const encoding of Object.keys(decoders)) {
      const requests = conditions.map((condition) => request('/faq', encoding, condition));
      for (const answer of await readAnswers(await ask(requests), requests.length, encoding)) {
        expect(answer.head).toMatch(/^HTTP\/1\.1 200/);
        const { allowed, used } = noncesOf(answer);
        expect(used).toEqual([allowed]);
      }
    }
  });
});
